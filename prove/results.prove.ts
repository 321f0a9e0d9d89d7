/**
 * What flights bring home, while the network, the server, the store, the processes that work at files and the browser are
 * killed in the middle of each path: uploads by people (50 cuts), media from a dock, tiles of an orthophoto and
 * of a point cloud, photos that are laid on the map, a zip. Hashes are equal end to end, nothing truncated is listed, and it comes back by itself. About seven minutes.
 * `node prove/results.prove.ts [path]`
 */
import { browserDies } from './results/browser.ts';
import { dockBrings } from './results/dock.ts';
import { peopleBring, sumOf, video, zipLeaves, type Brought } from './results/files.ts';
import { cloudIsConverted, orthophotoIsCut } from './results/maps.ts';
import { photosAreLaid } from './results/photo-map.ts';
import { openPlace, sha256, type Place } from './results/place.ts';
import { send } from './results/sending.ts';
import { runProof } from './proof.ts';

const wanted = process.argv[2] ?? null;
const cuts = 50;

const something = async (place: Place): Promise<Brought> => {
  const bytes = video(30_000_000);
  const oid = await send(place, { name: 'ZIP.MP4', bytes, purpose: 'media' });
  return { oid, name: 'ZIP.MP4', sha256: sha256(bytes) };
};

await runProof(async (proof) => {
  const place = await openPlace(proof);
  const is = (path: string): boolean => wanted === null || wanted === path;
  const files: Brought[] = [];
  if (is('people')) files.push(await peopleBring(proof, place, cuts));
  if (is('dock')) files.push(...(await dockBrings(proof, place)));
  if (is('zip')) await zipLeaves(proof, place, [...files, await something(place)]);
  if (is('browser')) await browserDies(proof, place);
  if (is('tiles')) await orthophotoIsCut(proof, place);
  if (is('cloud')) await cloudIsConverted(proof, place);
  if (is('photos')) await photosAreLaid(proof, place);
  for (const { oid, name, sha256: sum } of files)
    if ((await sumOf(place, oid)) !== sum) proof.promise(false, 'files stay as they are', name);
});
