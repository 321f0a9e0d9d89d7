import type { Audited } from '../call.ts';
import type { RefusalReason } from '../envelope.ts';
import { fileRefusals } from '../route/route.room.ts';
import type { Resource } from '../permission/resources.ts';

/** A path that DJI Pilot 2 calls with a token of `pilot.open`; `packages/dji` knows what is said on it. */
export interface PilotPath {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  effect: 'reads' | 'changes';
  audit?: Audited;
  /** Reasons of its own for which it may be refused. */
  refuses?: readonly RefusalReason[];
  summary: string;
  permission: readonly [Resource, ...Resource[]];
}

const routeReaders = ['/RoutePlanning', '/FlyArrange', '/TaskManagerNew', '/PortMonitorSee'] as const;
const pilots = ['controller:connect'] as const;
const routes = '/wayline/api/v1/workspaces/{w}';
const media = '/media/api/v1/workspaces/{w}';
const map = '/map/api/v1/workspaces/{w}';

export const pilotPaths = {
  topologies: {
    method: 'GET',
    path: '/manage/api/v1/workspaces/{w}/devices/topologies',
    effect: 'reads',
    summary: 'Docks, controllers and their aircraft, of the own department and below',
    permission: pilots,
  },
  routes: {
    method: 'GET',
    path: `${routes}/waylines`,
    effect: 'reads',
    summary: 'Routes of the own department and below',
    permission: routeReaders,
  },
  routeFile: {
    method: 'GET',
    path: `${routes}/waylines/{id}/url`,
    effect: 'reads',
    audit: 'route.download',
    summary: 'Leads to the file of a route, for minutes',
    permission: routeReaders,
  },
  takenNames: {
    method: 'GET',
    path: `${routes}/waylines/duplicate-names`,
    effect: 'reads',
    summary: 'Which of these names routes have already',
    permission: routeReaders,
  },
  favour: {
    method: 'POST',
    path: `${routes}/favorites`,
    effect: 'changes',
    audit: { none: 'a mark that only its member sees' },
    summary: 'Marks routes as favourites of the member',
    permission: routeReaders,
  },
  disfavour: {
    method: 'DELETE',
    path: `${routes}/favorites`,
    effect: 'changes',
    audit: { none: 'a mark that only its member sees' },
    summary: 'Takes the mark from favourites of the member',
    permission: routeReaders,
  },
  routeUploaded: {
    method: 'POST',
    path: `${routes}/upload-callback`,
    effect: 'changes',
    audit: 'route.import',
    refuses: [...fileRefusals, 'tooManyRequests'],
    summary: 'Imports a route file that was uploaded with the credential of the pilot',
    permission: ['route:edit'],
  },
  storage: {
    method: 'POST',
    path: '/storage/api/v1/workspaces/{w}/sts',
    effect: 'changes',
    audit: { none: 'what is uploaded with it is recorded when it is there' },
    summary: 'A credential to upload with, below the prefix of the own controller; ends with the session',
    permission: pilots,
  },
  mediaKnown: {
    method: 'POST',
    path: `${media}/fast-upload`,
    effect: 'reads',
    refuses: ['notUploaded'],
    summary: 'Whether a file is here already',
    permission: pilots,
  },
  mediaUploaded: {
    method: 'POST',
    path: `${media}/upload-callback`,
    effect: 'changes',
    audit: { none: 'a recording of a device, as those of docks are' },
    summary: 'Records a file that was uploaded with the credential of the pilot',
    permission: pilots,
  },
  groupUploaded: {
    method: 'POST',
    path: `${media}/group-upload-callback`,
    effect: 'reads',
    refuses: ['notUploaded'],
    summary: 'Whether all files of a group are here',
    permission: pilots,
  },
  fingerprints: {
    method: 'POST',
    path: `${media}/files/tiny-fingerprints`,
    effect: 'reads',
    summary: 'Which of these files are here already',
    permission: pilots,
  },
  regions: {
    method: 'GET',
    path: `${map}/element-groups`,
    effect: 'reads',
    summary: 'Regions by department, of the own department and below',
    permission: pilots,
  },
  addRegion: {
    method: 'POST',
    path: `${map}/element-groups/{g}/elements`,
    effect: 'changes',
    audit: 'region.add',
    refuses: ['oidTaken'],
    summary: 'Adds a region to a department',
    permission: ['region:edit'],
  },
  editRegion: {
    method: 'PUT',
    path: `${map}/elements/{id}`,
    effect: 'changes',
    audit: 'region.edit',
    summary: 'Changes a region',
    permission: ['region:edit'],
  },
  deleteRegion: {
    method: 'DELETE',
    path: `${map}/elements/{id}`,
    effect: 'changes',
    audit: 'region.delete',
    summary: 'Deletes a region',
    permission: ['region:edit'],
  },
  clearRegions: {
    method: 'DELETE',
    path: `${map}/element-groups/{g}/elements`,
    effect: 'changes',
    audit: 'region.delete',
    summary: 'Deletes all regions of a department',
    permission: ['region:edit'],
  },
} as const satisfies Record<string, PilotPath>;

/** Upgraded to a WebSocket on which DJI Pilot 2 hears of devices and of the map. */
export const pilotSocketPath = '/pilot-ws';
/** Route files by an address that was given for minutes. */
export const pilotFilePath = '/pilot-file';

/** What a token of a pilot is good for, of the rights that its member has. */
export const pilotRights: ReadonlySet<string> = new Set(
  Object.values<PilotPath>(pilotPaths).flatMap(({ permission }) => permission),
);
