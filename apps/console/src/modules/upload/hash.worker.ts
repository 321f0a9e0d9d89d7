/** Bytes to hash: as a whole, or as blocks of so many bytes whose hashes are hashed. */
interface HashQuestion {
  number: number;
  blob: Blob;
  block: number | null;
}
export type HashAsked = HashQuestion | { number: number; ended: true };
export type HashAnswer =
  | { number: number; done: number }
  | { number: number; hash: string }
  | { number: number; failed: true };

/** The part of a worker's own scope that is used here; its types cannot stand beside those of a page. */
interface Scope {
  postMessage: (answer: HashAnswer) => void;
  addEventListener: (type: 'message', listener: (event: { data: HashAsked }) => void) => void;
}
const scope = globalThis as unknown as Scope;
const ended = new Set<number>();

const sha256 = async (bytes: BufferSource): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const hashOf = async ({ number, blob, block }: HashQuestion): Promise<string | null> => {
  if (block === null) return hex(await sha256(await blob.arrayBuffer()));
  const all = new Uint8Array(Math.ceil(blob.size / block) * 32);
  for (let at = 0; at < blob.size; at += block) {
    if (ended.delete(number)) return null;
    all.set(await sha256(await blob.slice(at, at + block).arrayBuffer()), (at / block) * 32);
    scope.postMessage({ number, done: Math.min(at + block, blob.size) });
  }
  return hex(await sha256(all));
};

scope.addEventListener('message', ({ data }) => {
  if ('ended' in data) {
    ended.add(data.number);
    return;
  }
  hashOf(data).then(
    (hash) => (hash === null ? undefined : scope.postMessage({ number: data.number, hash })),
    () => scope.postMessage({ number: data.number, failed: true }),
  );
});
