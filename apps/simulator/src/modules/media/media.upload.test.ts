import { describe, expect, it } from 'vitest';
import { MediaUpload, type MediaHost, type WaitingPhoto } from './media.upload.ts';

const photo = (flightId: string, number: number): WaitingPhoto =>
  ({ shot: { flightId, number }, expected: 2 }) as unknown as WaitingPhoto;
const named = (photos: readonly WaitingPhoto[]): string[] =>
  photos.map(({ shot }) => `${shot.flightId}${(shot as unknown as { number: number }).number}`);

const opened = () => {
  const events: unknown[] = [];
  let waits: string[] = [];
  const host = {
    waiting: (photos: readonly WaitingPhoto[]) => void (waits = named(photos)),
    wire: { event: (method: string, data: unknown) => void events.push([method, data]) },
  } as unknown as MediaHost;
  const upload = new MediaUpload(host);
  upload.add([photo('A', 1), photo('A', 2), photo('B', 1), photo('B', 2)]);
  return { upload, events, waits: () => waits };
};

describe('photos that wait at a dock', () => {
  it('of the flight that comes first stand before the others, in their order, and it is reported', () => {
    const { upload, events, waits } = opened();
    expect(upload.first({ flight_id: 'B' })).toBe(0);
    expect(waits()).toEqual(['B1', 'B2', 'A1', 'A2']);
    expect(events).toEqual([['highest_priority_upload_flighttask_media', { flight_id: 'B' }]]);
  });

  it.each([{ flight_id: 'C' }, { flight_id: 7 }, {}, null])('stay as they are for %j', (data) => {
    const { upload, events, waits } = opened();
    expect(upload.first(data)).toBe(324_030);
    expect(waits()).toEqual(['A1', 'A2', 'B1', 'B2']);
    expect(events).toEqual([]);
  });
});
