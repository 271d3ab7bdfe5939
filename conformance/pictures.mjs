// Pictures of pages, which are PNG files of Chromium, compared pixel by pixel.
import {inflateSync} from 'node:zlib';

// The bytes of the pixels of a PNG without interlace, eight bits a channel, and how many bytes a row has.
function pixels(png) {
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const channels = {2: 3, 6: 4}[png[25]], pieces = [];
    for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
        if (png.toString('latin1', at + 4, at + 8) === 'IDAT') pieces.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    }
    const raw = inflateSync(Buffer.concat(pieces)), row = width * channels, out = Buffer.alloc(row * height);
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (row + 1)];
        for (let x = 0; x < row; x++) {
            const left = x < channels ? 0 : out[y * row + x - channels], up = y ? out[(y - 1) * row + x] : 0;
            const corner = x < channels || !y ? 0 : out[(y - 1) * row + x - channels];
            const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
            const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
            out[y * row + x] = raw[y * (row + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth][filter];
        }
    }
    return {width, height, channels, out};
}

// How many pixels differ; all of them where the sizes do.
export function difference(one, other) {
    if (one.equals(other)) return 0;
    const [a, b] = [pixels(one), pixels(other)];
    if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels) return a.width * a.height;
    let differ = 0;
    for (let at = 0; at < a.out.length; at += a.channels) {
        if (a.out.compare(b.out, at, at + a.channels, at, at + a.channels)) differ += 1;
    }
    return differ;
}
