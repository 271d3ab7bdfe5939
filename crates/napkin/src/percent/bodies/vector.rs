//! Percent-decoding in blocks of 32 bytes. Runs without escapes are copied as whole blocks, and the next copy overwrites
//! the surplus. Ten adjacent escapes are decoded together.

#![allow(unsafe_code)]

use alloc::vec::Vec;

use super::scalar;
use crate::bytes::Room;
use crate::bytes::vector::{BLOCK, Machine};

#[inline(always)]
pub(super) fn decode_percent<M: Machine>(machine: M, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (read, written) = decode(machine, src, dst);
    let (read_last, written_last) = scalar::decode_percent(&src[read..], &mut dst[written..]);
    (read + read_last, written + written_last)
}

#[inline(always)]
pub(super) fn append_percent<M: Machine>(machine: M, src: &[u8], out: &mut Vec<u8>) {
    let (read, written) = decode(machine, src, out.spare_capacity_mut());
    // SAFETY: `decode` has initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    if read < src.len() {
        scalar::append_percent(&src[read..], out);
    }
}

/// The number of bytes that one step reads: a run that begins in the block is copied from them.
const WINDOW: usize = 2 * BLOCK + 2;

/// A mask with every third bit set, ten times: a block that begins with ten escapes has `%` at these places.
const DENSE: u32 = 0o1_111_111_111;

#[inline(always)]
fn decode<M: Machine, R: Room>(machine: M, src: &[u8], dst: &mut [R]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let (Some(text), Some(room)) =
        (src[read..].first_chunk::<WINDOW>(), dst[written..].first_chunk_mut::<{ 2 * BLOCK }>())
    {
        let Some(block) = text.first_chunk() else { break };
        let found = machine.bits(machine.equal(machine.load(block), machine.splat(b'%')));
        if found == 0 {
            copy(machine, text, room);
            (read, written) = (read + BLOCK, written + BLOCK);
        } else if found & DENSE == DENSE && ten(machine, text, room) {
            (read, written) = (read + 30, written + 10);
        } else {
            let (taken, made) = runs(machine, text, found, room);
            (read, written) = (read + taken, written + made);
        }
    }
    (read, written)
}

/// Decodes the runs and escapes of a block; the last escape may end after the block.
#[inline(always)]
fn runs<M: Machine, R: Room>(
    machine: M,
    text: &[u8; WINDOW],
    mut found: u32,
    room: &mut [R; 2 * BLOCK],
) -> (usize, usize) {
    let (mut from, mut written) = (0, 0);
    while found != 0 {
        let percent = found.trailing_zeros() as usize;
        copy(machine, &text[from..], &mut room[written..]);
        written += percent - from;
        let escape = scalar::escape(&text[percent..]);
        room[written] = R::of(escape.unwrap_or(b'%'));
        written += 1;
        from = percent + if escape.is_some() { 3 } else { 1 };
        found &= found - 1;
    }
    if from < BLOCK {
        copy(machine, &text[from..], &mut room[written..]);
        written += BLOCK - from;
        from = BLOCK;
    }
    (from, written)
}

#[inline(always)]
fn copy<M: Machine, R: Room>(machine: M, text: &[u8], room: &mut [R]) {
    if let (Some(block), Some(room)) = (text.first_chunk::<BLOCK>(), room.first_chunk_mut()) {
        machine.store(room, machine.load(block));
    }
}

/// Selects the digits of five escapes, in pairs.
static PAIRS: [u8; 16] = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80];

/// Decodes ten adjacent escapes; returns `false` if one is broken.
#[inline(always)]
fn ten<M: Machine, R: Room>(machine: M, text: &[u8; WINDOW], room: &mut [R; 2 * BLOCK]) -> bool {
    let (Some(first), Some(second)) = (text.first_chunk(), text[15..].first_chunk()) else { return false };
    let pairs = machine.look_up(machine.load_halves(first, second), machine.table(&PAIRS));
    // Digits are 0 to 9 above `0`. Letters, made lower case, are 0 to 5 above `a`.
    let digit = machine.sub(pairs, machine.splat(b'0'));
    let letter = machine.sub(machine.or(pairs, machine.splat(0x20)), machine.splat(b'a'));
    let is_digit = machine.equal(machine.min(digit, machine.splat(9)), digit);
    let is_letter = machine.equal(machine.min(letter, machine.splat(5)), letter);
    let known = machine.bits(machine.or(is_digit, is_letter));
    if known & 0x03FF_03FF != 0x03FF_03FF {
        return false;
    }
    let values = machine.choose(is_digit, digit, machine.add(letter, machine.splat(10)));
    let [first, second] = machine.join_nibbles(values);
    room[..8].copy_from_slice(&first.map(R::of));
    room[5..13].copy_from_slice(&second.map(R::of));
    true
}
