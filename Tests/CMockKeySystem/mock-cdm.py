#!/usr/bin/env python3
"""A content decryption module in a process of its own: mock-cdm.py SOCKET [FAULT]

Its license is a JSON Web Key Set; the keys stay in this process. FAULT is CALL:KIND[:COUNT]: instead of the answer to CALL (open, update,
decrypt) after COUNT ordinary ones, the module dies, hangs, or answers garbage, too long (long), a request that is too long (request), requests
without end (requests), a key without end of its status (pending), an error, or that the key has expired or may not be shown (expired, output).
"""
import base64, ctypes, json, os, random, signal, socket, struct, sys, threading

crypto = ctypes.CDLL("libcrypto.so.3")
for name in ("EVP_CIPHER_CTX_new", "EVP_aes_128_ecb"):
    getattr(crypto, name).restype = ctypes.c_void_p


def aes(key, data, encrypts):
    """AES in ECB mode over whole blocks."""
    context = ctypes.c_void_p(crypto.EVP_CIPHER_CTX_new())
    crypto.EVP_CipherInit_ex(context, ctypes.c_void_p(crypto.EVP_aes_128_ecb()), None, key, None, int(encrypts))
    crypto.EVP_CIPHER_CTX_set_padding(context, 0)
    output, size = ctypes.create_string_buffer(len(data) + 16), ctypes.c_int()
    crypto.EVP_CipherUpdate(context, output, ctypes.byref(size), data, len(data))
    crypto.EVP_CIPHER_CTX_free(context)
    return output.raw[: len(data)]


def xor(one, other):
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).to_bytes(len(one), "big") if one else b""


def decrypt(key, scheme, pattern, vector, parts, data):
    """Common Encryption (ISO/IEC 23001-7 paragraphs 9 and 10)."""
    result, place, chain, stream = bytearray(data), 0, vector, None
    crypt, skip = pattern
    has_pattern = scheme in (b"cens", b"cbcs") and crypt > 0 and skip > 0
    counter, spare = int.from_bytes(vector, "big"), b""
    for clear, size in parts or [(0, len(data))]:
        place += clear
        ranges = [(place, size)]
        if has_pattern:
            ranges, start = [], 0
            while size - start >= 16:
                count = min(crypt * 16, (size - start) // 16 * 16)
                ranges.append((place + start, count))
                start += count + skip * 16
        if scheme == b"cbcs":
            chain = vector
        for start, count in ranges:
            if scheme in (b"cenc", b"cens"):
                blocks = (max(0, count - len(spare)) + 15) // 16
                high = counter >> 64 << 64
                pads = b"".join((high | (counter + index) % 2**64).to_bytes(16, "big") for index in range(blocks))
                spare += aes(key, pads, True)
                counter = high | (counter + blocks) % 2**64
                result[start : start + count] = xor(data[start : start + count], spare[:count])
                spare = spare[count:]
            else:
                count = count // 16 * 16
                secret = data[start : start + count]
                result[start : start + count] = xor(aes(key, secret, False), (chain + secret)[:count])
                chain = (chain + secret)[-16:]
        place += size
    return bytes(result)


def read(connection, size):
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def serve(connection):
    keys, ids, counts = {}, [], {"open": 0, "update": 0, "decrypt": 0}

    def put(letter, content):
        connection.sendall(letter + struct.pack("=I", len(content)) + content)

    def status(code):
        for id in ids:
            put(b"S", id + bytes([code]))

    def fails(call):
        counts[call] += 1
        if not fault or fault[0] != call or counts[call] <= int((fault + ["0"])[2]):
            return False
        kind = fault[1]
        # The test lets its time pass from now on.
        open(sys.argv[1] + ".failed", "w").close()
        if kind == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        elif kind == "hang":
            threading.Event().wait()
        elif kind == "garbage":
            connection.sendall(random.Random(1).randbytes(100))
        elif kind == "long":
            connection.sendall(b"D" + struct.pack("=I", 2**31) + b"x" * 1000)
        elif kind in ("request", "requests"):
            put(b"Q", b"x" * 300_000 if kind == "request" else b"again")
        elif kind in ("expired", "output", "pending"):
            status({"expired": 1, "output": 3, "pending": 6}[kind])
        put(b"E", struct.pack("=i", 0 if kind in ("request", "requests", "pending") else 7))
        return True

    try:
        while True:
            letter, size = struct.unpack("=cI", read(connection, 5))
            content = read(connection, size)
            if letter == b"O":
                ids = [content[start : start + 16] for start in range(0, size, 16)]
                if fails("open"):
                    continue
                put(b"Q", b"mock " + b"".join(ids).hex().encode())
            elif letter == b"U":
                if fails("update"):
                    continue
                plain = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
                keys.update({plain(key["kid"]): plain(key["k"]) for key in json.loads(content)["keys"]})
                for id in ids:
                    put(b"S", id + bytes([0 if id in keys else 7]))
            elif letter == b"D":
                if fails("decrypt"):
                    continue
                scheme, id, pattern, vector = content[:4], content[4:20], (content[20], content[21]), content[22:38]
                (count,) = struct.unpack("=I", content[38:42])
                end = 42 + 8 * count
                parts = list(struct.iter_unpack("=II", content[42:end]))
                put(b"D", decrypt(keys[id], scheme, pattern, vector, parts, content[end:]))
            put(b"E", struct.pack("=i", 0))
    except (EOFError, ConnectionError):
        connection.close()


fault = sys.argv[2].split(":") if len(sys.argv) > 2 and sys.argv[2] else None
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1] + ".new")
listener.listen()
# The path appears when connections are accepted.
os.rename(sys.argv[1] + ".new", sys.argv[1])
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
