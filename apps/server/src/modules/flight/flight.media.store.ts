import { sql } from 'kysely';

/**
 * Whether a row of `media` is a picture or film that the server made: of a moment of a video, or of a live picture. No
 * device counts it among the files that it is going to store.
 */
export const madeHere = sql<boolean>`(media.video_oid is not null or media.metadata ?| array['snapshot', 'recording'])`;

/** How many files of a row of `flight` are here, of those that devices and people stored. */
export const mediaReceived = sql<number>`((select count(*)::int from media where media.flight_oid = flight.oid)
  - (select count(*)::int from media where media.flight_oid = flight.oid and ${madeHere}))`;
