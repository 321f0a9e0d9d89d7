import { z } from 'zod';
import { call } from '../call.ts';
import { cockpitPages } from '../cockpit/cockpit.ts';
import { limits } from '../limits.ts';
import { byOid, done, empty, oid, sentInstant } from '../shape.ts';
import { recordingEnds } from './recording.ts';
import { videoId } from './video-id.ts';

/** Rights of people who may watch live pictures. */
export const watchers = ['video:watch', '/PortMonitorSee', '/handShankMonitorSee'] as const;

export const livePicture = z.object({
  videoId: z.string(),
  label: z.string(),
  playUrl: z.string(),
  protocol: z.enum(['flv', 'whep']),
  /** Where the same picture is had by WebRTC; null: not from this server. */
  whepUrl: z.string().nullable(),
  /** It comes by a media server outside this product. A server of the release before knows none. */
  outside: z.boolean().default(false),
});
export type LivePicture = z.output<typeof livePicture>;

/** One camera that can be watched. */
export const liveSource = z.object({
  videoId: z.string(),
  owner: z.enum(['dock', 'drone']),
  cameraIndex: z.string(),
  videoType: z.string(),
  switchable: z.array(z.string()),
  publishing: z.boolean(),
  /** Through which it looks at this moment, by the device's own word; null: it does not say. */
  lens: z.string().nullable(),
});
export type LiveSource = z.output<typeof liveSource>;

/** A picture that runs at this moment. */
export const runningPicture = livePicture.extend({
  dockOID: oid,
  /** Of the dock, controller or robot that sends it. */
  dockName: z.string(),
  kind: z.enum(['dock', 'remoteController', 'robot']),
  owner: z.enum(['dock', 'drone']),
  /** Who records it, and since when; null: nobody. A server of the release before records nothing. */
  recording: z.object({ startedBy: z.string(), since: sentInstant.nullable() }).nullable().default(null),
});
export type RunningPicture = z.output<typeof runningPicture>;

/** What a snapshot of a live picture came to. */
const snapshotTaken = z.object({
  /** Of the file among the results. */
  oid,
  name: z.string(),
  /** When its frame was sent, as far as the stream says it. */
  takenAt: sentInstant,
  /** How old the frame was when it was taken, ms. The way from the camera to the server is not in it. */
  age: z.number().int(),
  /**
   * Between the frame and the report of the aircraft that its place is from, ms; 0 for a camera of a dock, which does not move;
   * null: no place is known.
   */
  placeAge: z.number().int().nullable(),
});
export type SnapshotTaken = z.output<typeof snapshotTaken>;

/** A live picture that the server records, or has recorded and makes files of. */
const liveRecording = z.object({
  oid,
  videoId: z.string(),
  /**
   * `failed`: nothing came of it, which is shown for a day; `ended`: it is among the results, and ended without being asked to,
   * which is shown for a while.
   */
  state: z.enum(['running', 'finishing', 'failed', 'ended']),
  startedBy: z.string(),
  /** When its first frame was sent; null: none has been stored yet. */
  since: sentInstant.nullable(),
  /** When its last frame was sent that is stored. */
  lastFrameAt: sentInstant.nullable(),
  bytes: z.number(),
  /** Why it is over; null: it is not. */
  end: z.enum(recordingEnds).nullable(),
});
export type LiveRecording = z.output<typeof liveRecording>;

export const videoCalls = {
  running: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/runningLived.rest',
    effect: 'reads',
    summary: 'Live pictures that run at this moment, of the own department and below; none is started for it',
    permission: watchers,
    request: empty,
    response: z.object({ list: z.array(runningPicture) }),
  }),
  wall: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/wallLived.rest',
    effect: 'reads',
    tokens: 'closed',
    refuses: ['picturesNotShown'],
    summary:
      'The live pictures that run at this moment and that a cockpit has room for, aircraft first; for people who may watch them, and for displays while the screen that they show has the picture wall',
    permission: cockpitPages,
    request: empty,
    response: z.object({
      list: z.array(runningPicture).max(limits.picture.wallMost),
      /** Of all that run. */
      total: z.number().int(),
    }),
  }),
  capacity: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/liveCapacity.rest',
    effect: 'reads',
    summary: 'Cameras of a dock and its aircraft that can be watched',
    permission: watchers,
    request: byOid,
    response: z.object({
      available: z.number().int(),
      coexist: z.number().int(),
      sources: z.array(liveSource),
    }),
  }),
  dock: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/dockLived.rest',
    effect: 'reads',
    summary: 'Live pictures of the dock itself',
    permission: watchers,
    request: byOid,
    response: z.array(livePicture),
  }),
  drone: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/dockDroneLived.rest',
    effect: 'reads',
    summary: 'Live pictures of the aircraft of a dock',
    permission: watchers,
    request: byOid,
    response: z.array(livePicture),
  }),
  snapshot: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/liveSnapshot.rest',
    effect: 'changes',
    audit: 'video.snapshot',
    // A flight in the air is documented during maintenance too.
    maintenance: 'passes',
    refuses: [
      'noStream',
      'streamStill',
      'keyFrameOld',
      'streamCoding',
      'noDecoder',
      'tooManyRequests',
      'uploadDepartmentQuota',
      'uploadSpace',
    ],
    summary:
      'Take the last key frame of a live picture that arrives into the results, with the place of its camera at that moment',
    permission: ['video:record'],
    request: z.object({ oid, videoId }),
    response: snapshotTaken,
  }),
  recordings: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/liveRecordings.rest',
    effect: 'reads',
    tokens: 'closed',
    summary: 'Live pictures of a dock and its aircraft that are recorded, by whom and since when',
    permission: watchers,
    request: byOid,
    response: z.object({ list: z.array(liveRecording) }),
  }),
  startRecording: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/startRecording.rest',
    effect: 'changes',
    audit: 'video.startRecording',
    maintenance: 'passes',
    refuses: ['noStream', 'recordingRunsHere', 'recordingsFull', 'uploadDepartmentQuota', 'uploadSpace'],
    summary:
      'Record a live picture that arrives, until somebody ends it or one of its bounds does; it becomes a video among the results',
    permission: ['video:record'],
    request: z.object({ oid, videoId }),
    response: z.object({ oid }),
  }),
  stopRecording: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/stopRecording.rest',
    effect: 'changes',
    audit: 'video.stopRecording',
    maintenance: 'passes',
    refuses: ['recordingOver'],
    summary: 'End a recording; what was recorded becomes a video among the results',
    permission: ['video:record'],
    request: byOid,
    response: done,
  }),
};
