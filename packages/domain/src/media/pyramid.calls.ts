import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, oid } from '../shape.ts';

const readers = ['/AchievementDisplay', '/AITestingShowExamine'] as const;

/** Large photos as tiles, of which a page fetches those that are in sight. */
export const pyramidCalls = {
  pyramid: call({
    method: 'POST',
    path: '/nebula-five/mediafile/pyramid.rest',
    effect: 'reads',
    refuses: ['pyramidTooMuch'],
    summary: 'The size of a large photo as tiles, which are made when they are asked for first',
    permission: readers,
    request: byOid,
    response: z.object({ width: z.number().int(), height: z.number().int() }),
  }),
  tile: call({
    method: 'GET',
    path: '/nebula-five/mediafile/tile/{id}/{tile}.rest',
    effect: 'reads',
    summary: 'One tile of a large photo by its number, as `pyramidLevels` counts them',
    permission: readers,
    cookieAllowed: true,
    request: z.object({ id: oid, tile: z.string().regex(/^\d{1,6}$/) }),
    response: z.unknown(),
    bytes: 'image/jpeg',
  }),
};
