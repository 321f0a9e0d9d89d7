import { z } from 'zod';

/** One picture as devices name it: serial number, type and place of the camera, and which of its pictures. */
export const videoId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}\/\d{1,6}-\d{1,6}-\d{1,3}\/[A-Za-z0-9_-]{1,32}$/);
