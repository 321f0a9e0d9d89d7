import { z } from 'zod';
import { call } from '../call.ts';
import { byOid } from '../shape.ts';

const readers = ['/AchievementDisplay'] as const;

/** How the copy of a video stands that browsers play; `none`: nobody has asked for one, or it was cancelled. */
const playbackStates = ['none', 'queued', 'running', 'done', 'failed'] as const;

/** Why there is no copy of a video. */
const playbackFaults = [
  'noProgram',
  'gone',
  'unreadable',
  'incomplete',
  'tooLarge',
  'tooLong',
  'noRoom',
  'interrupted',
] as const;
export type PlaybackFault = (typeof playbackFaults)[number];

/** The copy of a video that browsers play: H.264 in MP4. */
const playbackCopy = z.object({
  state: z.enum(playbackStates),
  /** 0 to 1. */
  progress: z.number(),
  fault: z.enum(playbackFaults).nullable(),
  /** Whether the operator has named a program that makes one. */
  possible: z.boolean(),
  /** Address of the copy on this server; null: there is none. */
  url: z.string().nullable(),
  /** Bytes; null: there is none. */
  size: z.number().nullable(),
  allowed: z.array(z.string()),
});
export type PlaybackCopy = z.output<typeof playbackCopy>;

/** Copies of videos for browsers that cannot decode these. */
export const playbackCalls = {
  playback: call({
    method: 'POST',
    path: '/nebula-five/mediafile/playback.rest',
    effect: 'reads',
    summary: 'How the copy of a video stands that browsers play',
    permission: readers,
    request: byOid,
    response: playbackCopy,
  }),
  make: call({
    method: 'POST',
    path: '/nebula-five/mediafile/makePlayback.rest',
    effect: 'changes',
    audit: 'media.makePlayback',
    refuses: [
      'playbackProgram',
      'playbackUnread',
      'playbackTooMuch',
      'playbackState',
      'uploadDepartmentQuota',
      'uploadSpace',
    ],
    summary: 'Have a copy of a video made that browsers play; the video stays as it is',
    permission: readers,
    request: byOid,
    response: playbackCopy,
  }),
  cancel: call({
    method: 'POST',
    path: '/nebula-five/mediafile/cancelPlayback.rest',
    effect: 'changes',
    audit: 'media.cancelPlayback',
    refuses: ['playbackState'],
    summary: 'End the making of such a copy: whoever asked for it, and whoever changes files',
    permission: readers,
    request: byOid,
    response: playbackCopy,
  }),
};
