import { randomBytes } from 'node:crypto';

/** What a source of ids needs: wall time in epoch milliseconds and random bytes. */
export interface OidInputs {
  wall(): number;
  random(bytes: number): Uint8Array;
}

const COUNTER_BITS = 12;
const COUNTER_END = 1 << COUNTER_BITS;

/**
 * Makes a generator of UUIDv7 (RFC 9562, 5.7): 48 bits of epoch milliseconds, then a 12-bit counter in `rand_a`
 * (method 1), then 62 random bits. Ids of one generator rise strictly, also within one millisecond and when the
 * wall clock steps back, so that they keep the order of insertion in an index.
 */
export function createOidSource(inputs: OidInputs): () => string {
  let last = 0;
  let counter = 0;
  return () => {
    const now = Math.floor(inputs.wall());
    const bytes = inputs.random(10);
    if (now > last) {
      last = now;
      // Half of the range stays free for ids of the same millisecond.
      counter = (((bytes[8] ?? 0) << 8) | (bytes[9] ?? 0)) & (COUNTER_END / 2 - 1);
    } else if (++counter === COUNTER_END) {
      last += 1;
      counter = 0;
    }
    const time = last.toString(16).padStart(12, '0');
    const middle = counter.toString(16).padStart(3, '0');
    const variant = (((bytes[0] ?? 0) & 0x3f) | 0x80).toString(16);
    const tail = Buffer.from(bytes.subarray(1, 8)).toString('hex');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${middle}-${variant}${tail.slice(0, 2)}-${tail.slice(2)}`;
  };
}

/** A new id for a business row: UUIDv7 of this machine's wall clock. */
export const newOid: () => string = createOidSource({
  wall: Date.now,
  random: (bytes) => randomBytes(bytes),
});
