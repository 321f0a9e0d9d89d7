import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  video_viewer: { stays: 'running' },
  video_tab: { stays: 'running' },
  video_stream: { stays: 'running' },
  video_stream_start: { stays: 'running' },
  video_recording: { stays: 'running' },
  video_recording_part: { stays: 'running' },
};
