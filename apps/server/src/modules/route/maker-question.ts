import type { MakerQuestion } from './made-route.ts';

const headBytes = 4;

/** A question as one piece of bytes, which is what a thread is given. */
export function packQuestion(question: MakerQuestion): Uint8Array {
  const origin = 'origin' in question ? question.origin : null;
  const json = new TextEncoder().encode(JSON.stringify({ ...question, origin: null }));
  const bytes = new Uint8Array(headBytes + json.length + (origin?.length ?? 0));
  new DataView(bytes.buffer).setUint32(0, json.length);
  bytes.set(json, headBytes);
  if (origin) bytes.set(origin, headBytes + json.length);
  return bytes;
}

export function unpackQuestion(bytes: Uint8Array): MakerQuestion {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = headBytes + length;
  const question = JSON.parse(new TextDecoder().decode(bytes.subarray(headBytes, end))) as MakerQuestion;
  if (question.kind === 'judge' || question.kind === 'split') return question;
  const origin = bytes.length > end ? bytes.slice(end) : null;
  return question.kind === 'make'
    ? { ...question, origin }
    : { ...question, origin: origin ?? bytes.slice(end) };
}
