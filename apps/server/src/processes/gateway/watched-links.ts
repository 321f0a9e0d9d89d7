import { limits } from '@eyrie/domain';

/** On this topic every server says again and again which links its pages show: only of those is said what may be ordered. */
export const watchedTopic = 'eyrie/live/watched';

const { askedAtOnce } = limits.orderOffers;

/** The messages that name these links. */
export const encodeWatched = (linkOIDs: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(linkOIDs.length / askedAtOnce) }, (_, at) =>
    JSON.stringify(linkOIDs.slice(at * askedAtOnce, (at + 1) * askedAtOnce)),
  );

/** The links of one message; none where it is of another shape. */
export const decodeWatched = (payload: Buffer): readonly string[] => {
  try {
    const named: unknown = JSON.parse(payload.toString());
    if (!Array.isArray(named) || named.length > askedAtOnce) return [];
    return named.filter((one): one is string => typeof one === 'string');
  } catch {
    return [];
  }
};
