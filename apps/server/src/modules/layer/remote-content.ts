import { gunzipSync } from 'node:zlib';
import { limits } from '@eyrie/domain/rules';
import { Refusal } from '../../platform/http/refusal.ts';
import { isDeeperThan } from '../../platform/json-depth.ts';
import { checkMesh, readMeshSource } from './mesh.ts';
import { judgedLink, type RemoteRoot } from './remote-links.ts';
import { checkPart, relinkModel } from './remote-model.ts';
import { rewriteLinks } from './remote-rewrite.ts';
import { SourceFault } from './source-fault.ts';
import { checkTileContent } from './tileset-content.ts';
import { checkSubtree } from './tileset-implicit.ts';
import { checkRoot } from './tileset.ts';

/** What a file from a server elsewhere should be. `root` and `url` are addresses, `key` is what `root` has of a key. */
export type ContentQuestion =
  | { kind: 'tileset'; root: string; key: string; url: string; isRoot: boolean; over?: string }
  | { kind: 'meshSource'; root: string; key: string }
  /** A model in JSON, or what one names. */
  | { kind: 'model'; root: string; key: string; url: string }
  | { kind: 'part'; url: string }
  | { kind: 'tile' | 'subtree' | 'mesh' };

/** The bytes that are given out in its place, or what is wrong with it. */
export type ContentAnswer = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; fault: string };

/** Servers keep meshes and models packed and send them so, whatever is asked for. */
const unpacked = (bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> => {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.layer.remoteBytes });
  } catch {
    throw new SourceFault('tooLong');
  }
};

const textOf = (bytes: Buffer): string => {
  if (bytes.length > limits.layer.tilesetJsonBytes) throw new SourceFault('tooLong');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const { tilesetJsonDepth } = limits.layer;
  // Brackets within brackets take a hundred times their bytes of memory.
  if (isDeeperThan(text, tilesetJsonDepth)) throw new SourceFault('tooDeep');
  return text;
};

const jsonOf = (bytes: Buffer): Record<string, unknown> => {
  const text = textOf(bytes);
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as never;
  } catch {
    // Named below like everything else that is no tileset.
  }
  throw new SourceFault('noTileset');
};

/** What the kit says of a file in a zip, said of one from a server. */
const checked = (check: () => void): void => {
  try {
    check();
  } catch (error) {
    throw error instanceof Refusal ? new SourceFault('noTileset') : error;
  }
};

const rootOf = ({ root, key }: { root: string; key: string }): RemoteRoot => ({ url: new URL(root), key });

const rewritten = (
  bytes: Buffer,
  question: Extract<ContentQuestion, { kind: 'tileset' }>,
): Buffer<ArrayBuffer> => {
  const json = jsonOf(bytes);
  if (question.isRoot || json['asset'] !== undefined) checked(() => checkRoot('root', json));
  checked(() => rewriteLinks(rootOf(question), new URL(question.url), json, question.over));
  return Buffer.from(JSON.stringify(json));
};

const modelIn = (
  bytes: Buffer<ArrayBuffer>,
  question: Extract<ContentQuestion, { kind: 'model' }>,
): Buffer<ArrayBuffer> => {
  // Some programs call a binary one so as well.
  if (bytes.toString('latin1', 0, 4) === 'glTF') {
    checked(() => checkTileContent(bytes, 'tile'));
    return bytes;
  }
  const json = jsonOf(bytes);
  relinkModel(rootOf(question), new URL(question.url), json);
  return Buffer.from(JSON.stringify(json));
};

/** The description of meshes as it is given out, with the pattern of their addresses before a line break. */
const described = (
  bytes: Buffer,
  question: Extract<ContentQuestion, { kind: 'meshSource' }>,
): Buffer<ArrayBuffer> => {
  const { description, template } = readMeshSource(textOf(bytes));
  const root = rootOf(question);
  judgedLink(root, root.url, template.replaceAll(/\{[xyz]\}/g, '0'));
  return Buffer.from(`${template.replaceAll('\n', '')}\n${JSON.stringify(description)}`);
};

const judged = (bytes: Buffer<ArrayBuffer>, question: ContentQuestion): Buffer<ArrayBuffer> => {
  if (question.kind === 'tileset') return rewritten(bytes, question);
  if (question.kind === 'meshSource') return described(bytes, question);
  if (question.kind === 'model') return modelIn(bytes, question);
  if (question.kind === 'part') checkPart(bytes, new URL(question.url));
  else if (question.kind === 'mesh') checkMesh(bytes);
  else if (question.kind === 'subtree') checked(() => checkSubtree(bytes, 'tile'));
  else checked(() => checkTileContent(bytes, 'tile'));
  return bytes;
};

/** Judges what came from a server elsewhere. It may take seconds of a core: for a thread of its own. */
export function checkContent(bytes: Uint8Array<ArrayBuffer>, question: ContentQuestion): ContentAnswer {
  try {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return { ok: true, bytes: judged(unpacked(whole), question) };
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    return { ok: false, fault: error.message };
  }
}
