import { limits, pyramidCalls } from '@eyrie/domain';
import { BytesAnswer, serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createPyramids, hasPyramid, type PyramidDeps } from './media.pyramid.ts';
import { mediaForCaller } from './media.store.ts';

/** Large photos as tiles. */
export function pyramidEndpoints(runtime: Pick<Runtime, 'db'>, deps: PyramidDeps): Endpoint[] {
  const { db } = runtime;
  const pyramids = createPyramids(runtime, deps);
  const photoFor = async (caller: Caller, oid: string) => {
    const row = await mediaForCaller(db, caller, oid);
    if (row?.kind !== 'photo' || row.reading_state !== 'done' || !hasPyramid(row)) throw notFound();
    return row;
  };
  return [
    serve(pyramidCalls.pyramid, async ({ oid }, { caller }) => pyramids.pyramid(await photoFor(caller, oid))),
    serve(pyramidCalls.tile, async ({ id, tile }, { caller }) => {
      const bytes = await pyramids.tile(await photoFor(caller, id), Number(tile));
      return new BytesAnswer(
        bytes,
        {
          'content-type': 'image/jpeg',
          'content-length': String(bytes.length),
          'content-security-policy': 'sandbox',
          'x-content-type-options': 'nosniff',
          'cache-control': `private, max-age=${limits.media.linkLife / 1_000}`,
        },
        200,
        async (now) => (await mediaForCaller(db, now, id)) !== undefined,
      );
    }),
  ];
}
