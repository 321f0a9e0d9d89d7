import { filled, placeOf } from './implicit-place.ts';
import { SourceFault } from './source-fault.ts';

/** The root of files elsewhere: only what lies beside or below it, on the same server, is fetched. */
export interface RemoteRoot {
  /** With the key in it, where the address has a place for one. */
  url: URL;
  key: string;
}

const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf('/') + 1);

/**
 * Judges an address that a file of a source names.
 * @throws SourceFault `link` for another server, another folder, and patterns that a viewer would fill in
 */
export function judgedLink(root: RemoteRoot, from: URL, link: unknown): URL {
  if (typeof link !== 'string' || link.length > 600 || /[{}\\]/.test(link)) throw new SourceFault('link');
  if (!URL.canParse(link, from.href)) throw new SourceFault('link');
  const url = new URL(link, from);
  const below = url.origin === root.url.origin && url.pathname.startsWith(folderOf(root.url));
  // An encoded step upwards is none to us, and one to some servers.
  const climbs = /(?:^|\/|%2f|%5c)(?:\.|%2e){2}(?:$|\/|%2f|%5c)/i.test(url.pathname);
  if (!below || climbs || url.username !== '' || url.password !== '') throw new SourceFault('link');
  // A viewer hands the key on from the root to what lies below.
  for (const [name, value] of root.url.searchParams)
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  url.hash = '';
  return url;
}

/** Where a file lies below the root, without the key. */
export const pathOf = (root: RemoteRoot, url: URL): string => {
  const plain = new URL(url);
  for (const [name, value] of root.url.searchParams)
    if (plain.searchParams.get(name) === value) plain.searchParams.delete(name);
  const path = `${plain.pathname.slice(folderOf(root.url).length)}${plain.search}`;
  return root.key === '' ? path : path.replaceAll(encodeURIComponent(root.key), '{key}');
};

/** The file that `at` of a request means, a pattern filled in with a place. @throws SourceFault `link` */
export const meantBy = (root: RemoteRoot, at: string | undefined, asked?: string): URL => {
  if (at === undefined && asked === undefined) return root.url;
  const path = Buffer.from(at ?? '', 'base64url').toString('utf8');
  const keyed = path.replaceAll('{key}', () => encodeURIComponent(root.key));
  if (asked === undefined) return judgedLink(root, root.url, `./${keyed}`);
  const place = placeOf(asked);
  const file = place && filled(keyed, place);
  if (file === null) throw new SourceFault('link');
  const url = judgedLink(root, root.url, `./${file}`);
  // What has links of its own is reached by them alone.
  if (/\.json$/i.test(url.pathname)) throw new SourceFault('link');
  return url;
};

/** Stands for where this server has the tiles of meshes, which depends on who asks. */
export const meshTiles = '{tiles}';
