/** Reads photos of others in a process of its own: what a library for pictures does with them ends nothing else. */
import { serveJobs } from '../../platform/child/serve-jobs.ts';
import { readPhoto, type PhotoOrder, type PhotoRead } from './photo-read.ts';

serveJobs<PhotoOrder, PhotoRead>(readPhoto);
