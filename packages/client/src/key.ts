/**
 * Makes idempotency keys (UUID version 4) from random bytes. `crypto.randomUUID` would do, but browsers withhold it
 * from pages that came over plain HTTP, as inside a local network.
 */
export const createKeySource =
  (random: (count: number) => Uint8Array): (() => string) =>
  () => {
    const bytes = random(16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };

/** Keys from the random source of the browser or Node. */
export const newKey: () => string = createKeySource((count) => crypto.getRandomValues(new Uint8Array(count)));
