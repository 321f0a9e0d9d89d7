import { appearanceCalls, limits, ownTilesOf } from '@eyrie/domain';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { openAppearanceFixture } from '../../testing/appearance-fixture.ts';

const fixture = await openAppearanceFixture();
const {
  appearance,
  bytesOf,
  call,
  edit,
  groupRoot,
  idOf,
  objects,
  otherRoot,
  restore,
  rooms,
  sendImage,
  sendTiles,
} = fixture;
let other: string;
let operator: string;
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ other, operator } = await fixture.renew());
});
const refused = (reason: string) => ({ reason });

describe('a picture', () => {
  it('is shown to everybody who has its id, as what it is and nothing else', async () => {
    const { address } = await sendImage();
    expect(await edit({ backgroundPIC: address })).toMatchObject({ backgroundPIC: address });
    const shown = await call<BytesAnswer>(appearanceCalls.image, { id: idOf(address) }, null);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await sharp(await bytesOf(shown)).metadata()).width).toBe(60);
    await expect(call(appearanceCalls.image, { id: '0'.repeat(32) }, null)).rejects.toMatchObject(
      refused('notFound'),
    );
  });

  it.each(['backgroundPIC', 'logoPIC'])('of another organisation cannot be used as %s', async (field) => {
    const { address } = await sendImage(other);
    await expect(edit({ [field]: address })).rejects.toMatchObject(refused('invalid'));
    await expect(edit({ [field]: 'https://elsewhere.example/logo.png' })).rejects.toMatchObject(
      refused('invalid'),
    );
  });

  it.each(['backgroundPIC', 'logoPIC'])(
    'stays while a look in force or the last one names it as %s, then it goes',
    async (field) => {
      const { address } = await sendImage();
      const key = `appearance/${groupRoot}/${idOf(address)}`;
      await edit({ [field]: address });
      rooms.clock.move(limits.appearance.draftLife + 1);
      await fixture.signIn();
      await edit({ [field]: null });
      expect(await objects.head(key)).not.toBeNull();
      expect(await restore('last')).toMatchObject({ [field]: address });
      await edit({ [field]: null });
      await edit({ pcName: `丙 ${field}` });
      expect(await objects.head(key)).toBeNull();
    },
  );

  it('that nobody applies gives way to later ones', async () => {
    const first = await sendImage();
    for (let at = 0; at < limits.appearance.draftsMost; at += 1) {
      rooms.clock.move(10);
      await sendImage();
    }
    await expect(call(appearanceCalls.image, { id: idOf(first.address) }, null)).rejects.toMatchObject(
      refused('notFound'),
    );
  });
});

describe('a map file', () => {
  const tile = (url: string, [z, x, y]: readonly [number, number, number], who = operator) =>
    call<BytesAnswer>(
      appearanceCalls.tile,
      { id: ownTilesOf(url) ?? '', z: String(z), x: String(x), y: String(y) },
      who,
    );

  it('gives each tile by its place to its own organisation', async () => {
    const made = await sendTiles();
    expect(made).toMatchObject({ tiles: 3, tileLevels: { min: 5, max: 6 } });
    expect(made.longitude).toBeCloseTo(115.3, 1);
    expect(await edit({ url: made.url })).toMatchObject({ url: made.url, tileLevels: { min: 5, max: 6 } });
    const found = await tile(made.url, [6, 52, 27]);
    expect(found.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect((await sharp(await bytesOf(found)).metadata()).width).toBe(256);
  });

  it('answers beyond its edges with nothing, and others as if it were not there', async () => {
    const { url } = await sendTiles();
    for (const place of [
      [6, 1, 1],
      [9, 1, 1],
      [5, 99, 1],
    ] as const)
      expect((await tile(url, place)).status).toBe(204);
    await expect(tile(url, [6, 52, 27], other)).rejects.toMatchObject(refused('notFound'));
    await expect(edit({ url }, other)).rejects.toMatchObject(refused('invalid'));
    await expect(
      call(appearanceCalls.tile, { id: ownTilesOf(url), z: '-1', x: '0x3', y: '1e3' }),
    ).rejects.toMatchObject(refused('notFound'));
  });

  it('names no origin; an address elsewhere names its own, for its organisation alone', async () => {
    expect(await appearance.tileOrigins(groupRoot)).toEqual([]);
    await edit({ url: 'https://tiles.example.com:8443/a/{z}/{x}/{y}.png?key=geheim' });
    expect(await appearance.tileOrigins(groupRoot)).toEqual(['https://tiles.example.com:8443']);
    expect(await appearance.tileOrigins(null)).toEqual(['https://tiles.example.com:8443']);
    expect(await appearance.tileOrigins(otherRoot)).toEqual([]);
  });
});
