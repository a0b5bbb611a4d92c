import Foundation

/// Restores the terminal however the program ends: the signal handlers and their state.
///
/// A signal handler may only call async-signal-safe functions and must not allocate. All its data is in memory that is allocated once and
/// never freed, is initialized before the handlers are installed, and is accessed by plain loads and stores.
enum TerminalGuard {
    /// Enters the alternate screen, hides the cursor, disables wrapping at the last column, and clears the screen.
    static let enterSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"
    /// Ends an incomplete string sequence or synchronized update, then undoes `enterSequence`.
    static let leaveSequence = "\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// The signals that end a program by default.
    private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU]
    /// The signals of a crash. They are handled in addition to existing handlers, such as Swift's backtracer.
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

    /// The data of the handlers.
    struct Memory {
        var isActive: Int32 = 0
        var descriptor: Int32 = -1
        var wakeDescriptor: Int32 = -1
        var original = termios()
        var raw = termios()
        var enter = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var leave = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        /// The previous actions by signal number, for signals with `isInstalled`.
        var previous: UnsafeMutablePointer<sigaction>
        var isInstalled: UnsafeMutablePointer<Bool>
    }

    private static let signalCount = 65

    /// The shared access is safe: `activate` and `deactivate` write under `Terminal`'s lock while no handler is installed. Only `isActive`
    /// changes otherwise, and a handler that reads an old value writes the same sequence once more.
    nonisolated(unsafe) static let memory: UnsafeMutablePointer<Memory> = {
        func copy(_ text: String) -> UnsafeBufferPointer<UInt8> {
            let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
            _ = buffer.initialize(from: text.utf8)
            return UnsafeBufferPointer(buffer)
        }
        let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
        previous.initialize(repeating: sigaction(), count: signalCount)
        let isInstalled = UnsafeMutablePointer<Bool>.allocate(capacity: signalCount)
        isInstalled.initialize(repeating: false, count: signalCount)
        let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
        memory.initialize(to: Memory(enter: copy(enterSequence), leave: copy(leaveSequence), previous: previous, isInstalled: isInstalled))
        atexit { TerminalGuard.leave() }
        return memory
    }()

    /// Activates the terminal: raw mode, the alternate screen, and the handlers.
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - wakeDescriptor: Receives a byte when the size or the foreground process group changes.
    /// - Returns: 0, or `errno`.
    static func activate(descriptor: Int32, wakeDescriptor: Int32) -> Int32 {
        var original = termios()
        guard tcgetattr(descriptor, &original) == 0 else { return errno }
        var raw = original
        cfmakeraw(&raw)
        memory.pointee.descriptor = descriptor
        memory.pointee.wakeDescriptor = wakeDescriptor
        memory.pointee.original = original
        memory.pointee.raw = raw
        guard tcsetattr(descriptor, TCSAFLUSH, &raw) == 0 else { return errno }
        memory.pointee.isActive = 1
        for signal in endings { install(signal, onlyIfDefault: true, ending) }
        for signal in crashes { install(signal, onlyIfDefault: false, ending) }
        install(SIGTSTP, onlyIfDefault: true, stopping)
        install(SIGCONT, onlyIfDefault: true, continued)
        install(SIGWINCH, onlyIfDefault: true, resized)
        write(memory.pointee.enter)
        return 0
    }

    /// Restores the terminal and removes the handlers.
    static func deactivate() {
        leave()
        for signal in 0..<Int32(signalCount) where memory.pointee.isInstalled[Int(signal)] {
            sigaction(signal, &memory.pointee.previous[Int(signal)], nil)
            memory.pointee.isInstalled[Int(signal)] = false
        }
        memory.pointee.descriptor = -1
        memory.pointee.wakeDescriptor = -1
    }

    /// Unblocks the signals in this thread, because libdispatch's threads and their children block them.
    static func unblockSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in endings + [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Installs a handler. With `onlyIfDefault`, a handler of the app or an ignored signal is left in place.
    private static func install(_ signal: Int32, onlyIfDefault: Bool, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var old = sigaction()
        guard sigaction(signal, nil, &old) == 0 else { return }
        let isDefault = old.__sigaction_handler.sa_handler == nil
        guard isDefault || !onlyIfDefault else { return }
        var new = sigaction()
        new.__sigaction_handler.sa_handler = handler
        // The handler uses the alternate stack of the thread, if there is one, because a stack overflow is a crash too.
        new.sa_flags = SA_RESTART | SA_ONSTACK
        sigemptyset(&new.sa_mask)
        memory.pointee.previous[Int(signal)] = old
        memory.pointee.isInstalled[Int(signal)] = true
        sigaction(signal, &new, nil)
    }
}

/// The handlers and their callees, which are async-signal-safe.
extension TerminalGuard {
    /// Restores the terminal once; does nothing if the terminal is not active or belongs to another program now.
    static func leave() {
        let memory = memory
        guard memory.pointee.isActive != 0 else { return }
        memory.pointee.isActive = 0
        restore()
    }

    private static func restore() {
        let memory = memory
        // The terminal belongs to another program. `tcgetpgrp` fails for a terminal that is not the controlling one, which has no
        // foreground.
        let foreground = tcgetpgrp(memory.pointee.descriptor)
        guard foreground <= 0 || foreground == getpgrp() else { return }
        write(memory.pointee.leave)
        tcsetattr(memory.pointee.descriptor, TCSANOW, &memory.pointee.original)
    }

    fileprivate static func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        var offset = 0
        var attempts = 0
        while offset < bytes.count, attempts < 100 {
            let written = Foundation.write(memory.pointee.descriptor, base + offset, bytes.count - offset)
            if written > 0 {
                offset += written
            } else if errno == EAGAIN {
                // The terminal is slow: wait for a moment, but never hang.
                var entry = pollfd(fd: memory.pointee.descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, 10)
            } else if errno != EINTR {
                return
            }
            attempts += 1
        }
    }

    /// Restores the terminal, and lets the signal have its original effect.
    private static let ending: @convention(c) (Int32) -> Void = { signal in
        let saved = errno
        TerminalGuard.leave()
        sigaction(signal, &memory.pointee.previous[Int(signal)], nil)
        // The signal is blocked while this handler runs, and is delivered when it returns.
        raise(signal)
        errno = saved
    }

    /// Restores the terminal, and stops the program; `continued` follows.
    private static let stopping: @convention(c) (Int32) -> Void = { signal in
        let saved = errno
        if memory.pointee.isActive != 0 { restore() }
        raise(SIGSTOP)
        errno = saved
    }

    /// Activates the terminal again and requests a complete redraw.
    private static let continued: @convention(c) (Int32) -> Void = { _ in
        let saved = errno
        // In the background, `tcsetattr` stops the program again, as intended (SIGTTOU).
        if memory.pointee.isActive != 0 {
            tcsetattr(memory.pointee.descriptor, TCSANOW, &memory.pointee.raw)
            write(memory.pointee.enter)
            wake()
        }
        errno = saved
    }

    private static let resized: @convention(c) (Int32) -> Void = { _ in
        let saved = errno
        wake()
        errno = saved
    }

    private static func wake() {
        var byte: UInt8 = 1
        _ = Foundation.write(memory.pointee.wakeDescriptor, &byte, 1)
    }
}
