import { z } from 'zod';
import { call } from '../call.ts';
import { empty, latitude, longitude, sentInstant } from '../shape.ts';

export const appearance = z.object({
  pcName: z.string(),
  /** 1 light, other dark. */
  menuTheme: z.number().int(),
  menuColor: z.string().nullable(),
  backgroundColor: z.string().nullable(),
  backgroundPIC: z.string().nullable(),
  longitude,
  latitude,
  levelMAX: z.number(),
  levelMIN: z.number(),
  level: z.number(),
  nameChineseOnly: z.boolean(),
});
export type Appearance = z.output<typeof appearance>;

/** What `screen_config/get` carries as JSON text: a live-messaging credential of this session. */
export const liveCredential = z.object({
  account: z.string(),
  password: z.string(),
  url: z.string(),
  clientId: z.string(),
  expiresAt: sentInstant,
});
export type LiveCredential = z.output<typeof liveCredential>;

export const appearanceCalls = {
  background: call({
    method: 'GET',
    path: '/nebula-five/background/get.rest',
    summary: 'System name, theme and map start; before sign-in those of the first organisation',
    permission: 'public',
    request: empty,
    response: appearance,
  }),
  mapSettings: call({
    method: 'GET',
    path: '/nebula-five/map_config/get.rest',
    summary: 'Where the map starts and how far it zooms',
    permission: 'session',
    request: empty,
    response: z.object({
      longitude,
      latitude,
      levelMAX: z.number(),
      levelMIN: z.number(),
      level: z.number(),
    }),
  }),
  screenConfig: call({
    method: 'GET',
    path: '/nebula-five/screen_config/get.rest',
    summary: 'JSON text with a live-messaging credential minted for this session, subscribe only, 10 min',
    permission: 'session',
    changesState: true,
    request: empty,
    response: z.string(),
  }),
};
