import { z } from 'zod';
import { call } from '../call.ts';
import { empty, oid, sentInstant } from '../shape.ts';

const byController = z.object({
  /** The controller on which the page is open, as `remoteController.connect` named it. */
  controllerOID: oid,
});

/** The page that DJI Pilot 2 opens on a controller. What the app itself calls afterwards stands in `pilotPaths`. */
export const pilotCalls = {
  app: call({
    method: 'POST',
    path: '/nebula-five/pilot/app.rest',
    effect: 'reads',
    summary: 'What the page of a controller begins with: the licence of the app, and the workspace',
    permission: ['controller:connect'],
    request: empty,
    response: z.object({
      /** Null: this server was given none, and DJI Pilot 2 will refuse. */
      licence: z.object({ appId: z.string(), appKey: z.string(), license: z.string() }).nullable(),
      workspaceId: oid,
      workspaceName: z.string(),
      userName: z.string(),
    }),
  }),
  open: call({
    method: 'POST',
    path: '/nebula-five/pilot/open.rest',
    effect: 'changes',
    audit: 'pilot.open',
    summary:
      'A token with which DJI Pilot 2 makes its calls for this session and controller; ends with the session',
    permission: ['controller:connect'],
    request: byController,
    response: z.object({ token: z.string() }),
  }),
  openSocket: call({
    method: 'POST',
    path: '/nebula-five/pilot/openSocket.rest',
    effect: 'changes',
    audit: { none: 'the socket belongs to a pilot whose token is written down' },
    summary: 'A token that opens the socket of DJI Pilot 2 and nothing else, for minutes',
    permission: ['controller:connect'],
    request: byController,
    response: z.object({ path: z.string(), token: z.string(), expiresAt: sentInstant }),
  }),
};
