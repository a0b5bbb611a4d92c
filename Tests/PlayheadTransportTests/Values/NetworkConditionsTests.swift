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
        #expect(DefaultRoute.interface(ofIPv4: table) == "eth0")
        #expect(DefaultRoute.interface(ofIPv4: "Iface\tDestination\nnonsense\n") == nil)
    }

    @Test("The default route of IPv6 is used, without the loopback interface")
    func six() {
        let zeros = String(repeating: "0", count: 32)
        let table = """
            \(zeros) 00 \(zeros) 00 \(zeros) ffffffff 00000001 00000000 00200200       lo
            \(zeros) 00 \(zeros) 00 fe800000000000000000000000000001 00000400 00000003 00000000 00450003    wwan0
            """
        #expect(DefaultRoute.interface(ofIPv6: table) == "wwan0")
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
