import { createHash } from 'node:crypto';
import { limits } from '@eyrie/domain/rules';
import { askedBy, isPattern, type Implicit } from './implicit-place.ts';
import { judgedLink, pathOf, type RemoteRoot } from './remote-links.ts';
import { SourceFault } from './source-fault.ts';
import { replaceLinks } from './tileset.ts';

const markOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 8);

/** JSON files that lead to each other may be so many deep. */
const levels = 8;

/** A pattern as a viewer fills it in, which leads through this server. @throws SourceFault `link` */
const patternThroughUs = (root: RemoteRoot, from: URL, link: unknown, implicit: Implicit): string => {
  if (typeof link !== 'string' || !isPattern(link, implicit)) throw new SourceFault('link');
  // Braces would be escaped; letters that stand for themselves come out as they went in.
  const marked = link.replaceAll(/\{(\w+)\}/g, '__$1__');
  const path = pathOf(root, judgedLink(root, from, marked)).replaceAll(/__(level|[xyz])__/g, '{$1}');
  const at = Buffer.from(path).toString('base64url');
  if (!isPattern(path.replaceAll('{key}', ''), implicit) || at.length > 1_500 || /\.json(?:$|\?)/i.test(path))
    throw new SourceFault('link');
  return `0.rest?at=${at}&place=${askedBy(implicit)}`;
};

/**
 * Makes the links of a JSON file lead through this server. `over` are marks of the files that led to it.
 * @throws SourceFault `link`, or `circle` where it leads back to one of them or too deep
 */
export function rewriteLinks(root: RemoteRoot, from: URL, json: unknown, over = ''): void {
  const chain = over + markOf(pathOf(root, from));
  let count = 0;
  replaceLinks(json, (link, implicit) => {
    if ((count += 1) > limits.layer.tilesetLinks) throw new SourceFault('tooLong');
    if (implicit) return patternThroughUs(root, from, link, implicit);
    const url = judgedLink(root, from, link);
    const path = pathOf(root, url);
    const at = Buffer.from(path).toString('base64url');
    if (at.length > 1_500) throw new SourceFault('link');
    if (!/\.json$/i.test(url.pathname)) return `0.rest?at=${at}`;
    const marks: readonly string[] = chain.match(/.{8}/g) ?? [];
    if (marks.includes(markOf(path)) || marks.length >= levels) throw new SourceFault('circle');
    return `0.rest?at=${at}&over=${chain}`;
  });
}
