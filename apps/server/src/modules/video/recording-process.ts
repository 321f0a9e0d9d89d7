/** Makes files of recordings in a process of its own: what devices sent is read by a library, which may end it alone. */
import { serveJobs } from '../../platform/child/serve-jobs.ts';
import { muxRecording, type Muxed, type MuxOrder } from './recording-mux.ts';

serveJobs<MuxOrder, Muxed>(muxRecording);
