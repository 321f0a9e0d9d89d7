import { limits } from '@eyrie/domain/rules';
import { judgedLink, pathOf, type RemoteRoot } from './remote-links.ts';
import { SourceFault } from './source-fault.ts';

/** Names of what models in JSON need: numbers and pictures. Nothing else of a folder is given out for their sake. */
const partName = /\.(?:bin|png|jpe?g|webp|ktx2)$/i;
/** How pictures begin, in hexadecimal. */
const pictures: readonly (readonly [name: RegExp, head: RegExp])[] = [
  [/\.png$/i, /^89504e470d0a1a0a/],
  [/\.jpe?g$/i, /^ffd8ff/],
  [/\.webp$/i, /^52494646.{8}57454250/],
  [/\.ktx2$/i, /^ab4b5458203230bb0d0a1a0a/],
];

export const isModel = ({ pathname }: URL): boolean => /\.gltf$/i.test(pathname);
export const isPart = ({ pathname }: URL): boolean => partName.test(pathname);

/** @throws SourceFault `noPicture` for what is called a picture and is none */
export function checkPart(bytes: Buffer, url: URL): void {
  const head = bytes.toString('hex', 0, 12);
  const picture = pictures.find(([name]) => name.test(url.pathname));
  if (picture && !picture[1].test(head)) throw new SourceFault('noPicture');
}

type Named = { uri?: unknown } | null;

/**
 * Makes the buffers and pictures of a model in JSON lead through this server, each with the caps and shares of any other file.
 * @throws SourceFault `noTileset` for another version, `link` for what lies elsewhere or is no part of a model
 */
export function relinkModel(root: RemoteRoot, from: URL, json: Record<string, unknown>): void {
  const { version } = (json['asset'] ?? {}) as { version?: unknown };
  if (!/^2\.\d/.test(String(version))) throw new SourceFault('noTileset');
  let count = 0;
  for (const list of [json['buffers'], json['images']])
    for (const one of Array.isArray(list) ? (list as Named[]) : []) {
      if (typeof one !== 'object' || one === null || one.uri === undefined) continue;
      if (typeof one.uri === 'string' && one.uri.startsWith('data:')) continue;
      if ((count += 1) > limits.layer.tilesetLinks) throw new SourceFault('tooLong');
      const url = judgedLink(root, from, one.uri);
      const at = Buffer.from(pathOf(root, url)).toString('base64url');
      if (!isPart(url) || at.length > 1_500) throw new SourceFault('link');
      one.uri = `0.rest?at=${at}`;
    }
}
