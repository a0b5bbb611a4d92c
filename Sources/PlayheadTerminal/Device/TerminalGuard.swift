import Foundation

/// Gives the terminal back however the program ends: the state that signal handlers need, and the handlers.
///
/// A signal handler may only call async-signal-safe functions and must not allocate. So all that it needs lies ready in memory that is allocated once and
/// never freed, is written before the handlers are installed, and is touched by plain loads and stores.
enum TerminalGuard {
    /// Alternate screen, hidden cursor, no wrapping at the last column, clear.
    static let enterSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"
    /// Ends what may have been begun (a string sequence, a synchronized update), then undoes `enterSequence`.
    static let leaveSequence = "\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Signals that end a program by default.
    private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU]
    /// Signals of a crash. Handled on top of whoever handles them already, such as Swift's backtracer.
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

    /// What a handler reads.
    struct Memory {
        var isActive: Int32 = 0
        var descriptor: Int32 = -1
        var wakeDescriptor: Int32 = -1
        var original = termios()
        var raw = termios()
        var enter = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var leave = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        /// Indexed by signal: what was done before, for those with `isInstalled`.
        var previous: UnsafeMutablePointer<sigaction>
        var isInstalled: UnsafeMutablePointer<Bool>
    }

    private static let signalCount = 65

    /// Safe although shared: written by `activate` and `deactivate` under `Terminal`'s lock while no handler is installed; `isActive` is the only
    /// word that changes otherwise, and a handler that sees an old value writes the same sequence once more.
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

    /// Takes the terminal: raw mode, the alternate screen, and the handlers.
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - wakeDescriptor: Gets a byte when size or foreground changed.
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

    /// Gives the terminal back and takes the handlers away.
    static func deactivate() {
        leave()
        for signal in 0..<Int32(signalCount) where memory.pointee.isInstalled[Int(signal)] {
            sigaction(signal, &memory.pointee.previous[Int(signal)], nil)
            memory.pointee.isInstalled[Int(signal)] = false
        }
        memory.pointee.descriptor = -1
        memory.pointee.wakeDescriptor = -1
    }

    /// Lets this thread take the signals: libdispatch's threads, and those that they start, block them.
    static func unblockSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in endings + [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Where the app has a handler of its own, or ignores the signal, that is left in place.
    private static func install(_ signal: Int32, onlyIfDefault: Bool, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var old = sigaction()
        guard sigaction(signal, nil, &old) == 0 else { return }
        let isDefault = old.__sigaction_handler.sa_handler == nil
        guard isDefault || !onlyIfDefault else { return }
        var new = sigaction()
        new.__sigaction_handler.sa_handler = handler
        // On the alternate stack where the thread has one: an overflown stack is a crash too.
        new.sa_flags = SA_RESTART | SA_ONSTACK
        sigemptyset(&new.sa_mask)
        memory.pointee.previous[Int(signal)] = old
        memory.pointee.isInstalled[Int(signal)] = true
        sigaction(signal, &new, nil)
    }
}

/// The handlers, and what they call: async-signal-safe only.
extension TerminalGuard {
    /// Restores the terminal once; does nothing where it isn't taken, or belongs to another program now.
    static func leave() {
        let memory = memory
        guard memory.pointee.isActive != 0 else { return }
        memory.pointee.isActive = 0
        restore()
    }

    private static func restore() {
        let memory = memory
        // Another program's now. It fails for a terminal that isn't the controlling one, which has no foreground.
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
                // The terminal is slow: give it a moment, but never hang.
                var entry = pollfd(fd: memory.pointee.descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, 10)
            } else if errno != EINTR {
                return
            }
            attempts += 1
        }
    }

    /// Restores, and lets the signal do what it would have done.
    private static let ending: @convention(c) (Int32) -> Void = { signal in
        let saved = errno
        TerminalGuard.leave()
        sigaction(signal, &memory.pointee.previous[Int(signal)], nil)
        // Blocked while this handler runs: it comes when it returns.
        raise(signal)
        errno = saved
    }

    /// Restores, and stops; goes on in `continued`.
    private static let stopping: @convention(c) (Int32) -> Void = { signal in
        let saved = errno
        if memory.pointee.isActive != 0 { restore() }
        raise(SIGSTOP)
        errno = saved
    }

    /// Takes the terminal again and has all drawn anew.
    private static let continued: @convention(c) (Int32) -> Void = { _ in
        let saved = errno
        // In the background `tcsetattr` would stop the program again, as it should (SIGTTOU).
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
