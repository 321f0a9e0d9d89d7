import { z } from 'zod';
import { call } from '../call.ts';
import { empty } from '../shape.ts';
import { flightOutcomes } from '../flight/flight.ts';

export const statisticsCalls = {
  overview: call({
    method: 'POST',
    path: '/nebula-five/uavstatistics/overview.rest',
    effect: 'reads',
    summary: 'Docks, aircraft and flights of today in the own department and below',
    permission: ['/DataStatistics'],
    request: empty,
    response: z.object({
      docks: z.number().int(),
      docksOnline: z.number().int(),
      drones: z.number().int(),
      dronesAirborne: z.number().int(),
      routes: z.number().int(),
      today: z.object({
        flights: z.number().int(),
        flying: z.number().int(),
        waiting: z.number().int(),
        outcomes: z.record(z.enum(flightOutcomes), z.number().int()),
        /** Metres. */
        distance: z.number(),
        /** Seconds. */
        duration: z.number(),
        media: z.number().int(),
      }),
      /** Start of today in the organisation's zone. */
      since: z.number().int(),
      timeZone: z.string(),
    }),
  }),
};
