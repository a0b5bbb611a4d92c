import Testing

@testable import PlayheadTransport

@Suite("Network conditions")
struct NetworkConditionsTests {
    @Test("The default route with the lowest metric is used")
    func route() {
        let table = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            wwan0\t00000000\t0100000A\t0003\t0\t0\t700\t00000000\t0\t0\t0
            eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
            eth0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
            """
        #expect(DefaultRoute(ipv4: table)?.interface == "eth0")
        #expect(DefaultRoute(ipv4: "Iface\tDestination\nnonsense\n") == nil)
    }

    @Test("Networks with the same router address differ by its hardware address; without a route there is no identifier")
    func identifier() throws {
        func route(_ gateway: String) throws -> DefaultRoute {
            try #require(DefaultRoute(ipv4: "Iface\neth0\t00000000\t\(gateway)\t0003\t0\t0\t100\t00000000\t0\t0\t0"))
        }
        func neighbours(_ address: String, _ hardware: String) -> String {
            """
            IP address       HW type     Flags       HW address            Mask     Device
            \(address)     0x1         0x2         \(hardware)     *        eth0
            """
        }
        let home = neighbours("192.168.1.1", "02:00:00:00:00:01")
        let work = neighbours("192.168.1.1", "02:00:00:00:00:02")
        let identifiers = try [
            route("0101A8C0").identifier(neighbours: home), route("0101A8C0").identifier(neighbours: work),
            route("0101A8C0").identifier(neighbours: neighbours("192.168.1.9", "02:00:00:00:00:01")),
            route("0102A8C0").identifier(neighbours: home), route("junk").identifier(neighbours: "junk"),
        ]
        #expect(Set(identifiers).count == identifiers.count && identifiers.allSatisfy { $0.utf8.count == 16 })
        #expect(try route("0101A8C0").identifier(neighbours: home) == identifiers[0])
        #expect(try identifiers[2] == route("0101A8C0").identifier(neighbours: ""))
        #expect(NetworkConditions().identifier == nil)
    }

    @Test("The default route of IPv6 is used, without the loopback interface")
    func six() {
        let zeros = String(repeating: "0", count: 32)
        let table = """
            \(zeros) 00 \(zeros) 00 \(zeros) ffffffff 00000001 00000000 00200200       lo
            \(zeros) 00 \(zeros) 00 fe800000000000000000000000000001 00000400 00000003 00000000 00450003    wwan0
            """
        #expect(DefaultRoute(ipv6: table)?.interface == "wwan0")
    }

    @Test("A network is allowed unless one of its properties is forbidden")
    func permissions() {
        let cellular = NetworkConditions(isCellular: true, isExpensive: true)
        let constrained = NetworkConditions(isConstrained: true)
        #expect(NetworkPermissions().allowAll && NetworkPermissions().allow(cellular))
        #expect(!NetworkPermissions(allowsCellular: false).allow(cellular) && !NetworkPermissions(allowsExpensive: false).allow(cellular))
        #expect(!NetworkPermissions(allowsConstrained: false).allow(constrained))
        #expect(NetworkPermissions(allowsCellular: false, allowsExpensive: false).allow(constrained))
        // The system's conditions can be read on any machine.
        #expect(!NetworkConditions.ofSystem.isConstrained)
    }
}
