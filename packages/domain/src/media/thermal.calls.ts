import { z } from 'zod';
import { call } from '../call.ts';
import { byOid } from '../shape.ts';
import { mediaItem } from './media.shape.ts';

const readers = ['/AchievementDisplay'] as const;

/** What one shot of several lenses shows, and how warm it is there. */
export const thermalCalls = {
  shot: call({
    method: 'POST',
    path: '/nebula-five/mediafile/shot.rest',
    effect: 'reads',
    summary: 'The photos that the other lenses took of the same shot',
    permission: readers,
    request: byOid,
    response: z.object({ list: z.array(mediaItem) }),
  }),
  temperatures: call({
    method: 'POST',
    path: '/nebula-five/mediafile/temperatures.rest',
    effect: 'reads',
    refuses: ['thermalNone', 'thermalProgram', 'thermalBroken', 'thermalTooMuch'],
    summary: 'The temperature of each pixel of an infrared photo in °C, as `thermalGrid` reads it',
    permission: readers,
    request: byOid,
    response: z.unknown(),
    bytes: 'application/octet-stream',
  }),
};
