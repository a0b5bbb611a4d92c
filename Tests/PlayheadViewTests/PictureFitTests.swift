import PlayheadView
import Testing

@Suite("How a picture fills a view")
struct PictureFitTests {
    @Test(
        "A wide picture in a view of another shape",
        arguments: [
            (Stretching.uniform, ViewRect(x: 0, y: 25, width: 200, height: 150)),
            (.fill, ViewRect(x: -33.5, y: 0, width: 267, height: 200)),
            (.exactFit, ViewRect(x: 0, y: 0, width: 200, height: 200)), (.none, ViewRect(x: -100, y: -50, width: 400, height: 300)),
        ])
    func modes(_ stretching: Stretching, _ expected: ViewRect) {
        let rect = stretching.rect(width: 400, height: 300, viewWidth: 200, viewHeight: 200)
        for (one, other) in [(rect.x, expected.x), (rect.y, expected.y), (rect.width, expected.width), (rect.height, expected.height)] {
            #expect(abs(one - other) < 0.5, "\(rect)")
        }
    }

    @Test("Without stretching pixels are not scaled, also with double density")
    func highDensity() {
        let rect = Stretching.none.rect(width: 400, height: 300, viewWidth: 400, viewHeight: 400, scale: 2)
        #expect(rect == ViewRect(x: 100, y: 125, width: 200, height: 150))
    }

    @Test("Invalid sizes have no rectangle")
    func nothing() {
        for size in [(0.0, 10.0), (10, 0), (-1, 10), (.nan, 10)] {
            #expect(Stretching.uniform.rect(width: size.0, height: size.1, viewWidth: 100, viewHeight: 100).width == 0)
        }
        #expect(Stretching.fill.rect(width: 10, height: 10, viewWidth: 0, viewHeight: 100).width == 0)
    }

    @Test("The screen gets at most the pixels that it shows and that the picture has")
    func pixels() {
        let small = Stretching.uniform.pixels(width: 1920, height: 1080, pixelAspect: 1, viewWidth: 480, viewHeight: 300, scale: 2)
        #expect(small.0 == 960 && small.1 == 540)
        let large = Stretching.uniform.pixels(width: 640, height: 360, pixelAspect: 1, viewWidth: 1920, viewHeight: 1080, scale: 1)
        #expect(large.0 == 640 && large.1 == 360)
        let wide = Stretching.uniform.pixels(width: 720, height: 576, pixelAspect: 64.0 / 45, viewWidth: 512, viewHeight: 288, scale: 1)
        #expect(wide.0 == 512 && wide.1 == 288)
        let unknown = Stretching.uniform.pixels(width: 720, height: 576, pixelAspect: .nan, viewWidth: 0, viewHeight: 0, scale: 1)
        #expect(unknown.0 == 720 && unknown.1 == 576)
    }
}
