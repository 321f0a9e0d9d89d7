import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { decodeWatched, encodeWatched } from './watched-links.ts';

const { askedAtOnce } = limits.orderOffers;
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `link-${at}`);

describe('the links that pages show', () => {
  it('are named in messages of a bounded length, all of them', () => {
    expect(encodeWatched([])).toEqual([]);
    const all = many(2 * askedAtOnce + 1);
    const messages = encodeWatched(all).map((payload) => decodeWatched(Buffer.from(payload)));
    expect(messages.map(({ length }) => length)).toEqual([askedAtOnce, askedAtOnce, 1]);
    expect(messages.flat()).toEqual(all);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{"length":1}'],
    ['too many', JSON.stringify(many(askedAtOnce + 1))],
  ])('are none where the message is %s', (_, payload) => {
    expect(decodeWatched(Buffer.from(payload))).toEqual([]);
  });

  it('are those that have a name, where others have none', () => {
    expect(decodeWatched(Buffer.from('["a",1,null,"b"]'))).toEqual(['a', 'b']);
  });
});
