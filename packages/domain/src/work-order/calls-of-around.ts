import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { rainfalls } from '../dock/dock.ts';
import { byOid, latitude, longitude, oid, sentInstant } from '../shape.ts';
import { nearestCandidate } from '../trajectory/trajectory.calls.ts';

const figure = z.number().nullable();

/** `hidden`: the reader has no right to such things, or this one is of a department that they do not see. */
const shownStandings = ['shown', 'hidden', 'deleted', 'none'] as const;

const shownThing = z.object({
  standing: z.enum(shownStandings),
  /** Null unless it is shown. */
  thing: z.object({ oid, name: z.string() }).nullable(),
});

/** Where a reading of the weather comes from: the aircraft in the air, the dock, or what was read before the take-off. */
const weatherSources = ['aircraft', 'dock', 'takeOff'] as const;

/** m/s, degrees Celsius, percent; a null was not reported. */
const weatherThen = z.object({
  of: z.enum(weatherSources),
  /** When it was measured, which is not exactly when the picture was taken. */
  at: sentInstant,
  wind: figure,
  rainfall: z.enum(rainfalls).nullable(),
  temperature: figure,
  humidity: figure,
});
export type WeatherThen = z.output<typeof weatherThen>;

const nearbyDock = nearestCandidate.extend({
  /** Its aircraft reaches the view and takes such a picture. It is not ready where that is false. */
  able: z.boolean(),
});
export type NearbyDock = z.output<typeof nearbyDock>;

const orderAround = z.object({
  /** Null: nobody knows it. */
  place: z
    .object({
      lng: longitude,
      lat: latitude,
      /** `ground`: of what was found; `photo`: from where its photo was taken; `person`: as somebody gave it. */
      of: z.enum(['ground', 'photo', 'person']),
      /** Metres around it within which it lies; null: not known. */
      radius: figure,
    })
    .nullable(),
  dock: shownThing.extend({
    /** Where it stands; null: it is not shown, or has not reported. */
    place: z.object({ lng: longitude, lat: latitude }).nullable(),
  }),
  route: shownThing,
  nearest: z.object({
    standing: z.enum(['asked', 'notAllowed', 'noPlace']),
    /** Those that are ready first, then the nearest. */
    list: z.array(nearbyDock),
  }),
  weather: z.object({
    /** When the picture was taken; null: it does not say, or there is none. */
    at: sentInstant.nullable(),
    /** Empty: none was recorded. */
    readings: z.array(weatherThen),
  }),
});
export type OrderAround = z.output<typeof orderAround>;

export const aroundCalls = (path: string, { readers }: { readers: CallPermission }) => ({
  around: call({
    method: 'POST',
    path: `${path}/around.rest`,
    effect: 'reads',
    summary:
      'What stands around an order: its place, dock and route of the flight that found it as far as the reader sees them, the nearest docks by what is known of them now, and the weather that was recorded when its picture was taken',
    permission: readers,
    request: byOid,
    response: orderAround,
  }),
});
