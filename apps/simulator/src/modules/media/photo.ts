import { setImmediate } from 'node:timers/promises';
import { burnIn, cameraOf, drawFaults, drawGround, drawSky, loadLand, placeLine } from '../gimbal/index.ts';
import { faultsSeen, inDemoWorld } from '../world/index.ts';
import type { Shot } from './shot.ts';

const width = 640;
const height = 480;
const quality = 72;
/** Of the land that are painted for one photo: of what lies near the horizon there is no end. */
const mostPieces = 160;

/**
 * The photo as JPEG, with time and position burnt in. Null where no canvas is installed: then this
 * aircraft has no camera that could take one.
 */
export async function drawPhoto(shot: Shot): Promise<Uint8Array | null> {
  const canvas = await loadCanvas();
  if (!canvas) return null;
  const picture = canvas.createCanvas(width, height);
  const brush = picture.getContext('2d');
  const land = inDemoWorld(shot) ? await loadLand() : null;
  if (land?.drawLand(brush, width, height, shot)) {
    // Between two pieces everything else of the simulator has its turn.
    for (let piece = 0; piece < mostPieces && land.paintLand(1); piece += 1) await setImmediate();
    land.drawLand(brush, width, height, shot);
    drawSky(brush, width, cameraOf(width, height, shot).horizon);
  } else drawGround(brush, width, height, shot);
  drawFaults(brush, width, height, shot, faultsSeen(shot, shot.repaired ?? []));
  burnIn(brush, width, [
    new Date(shot.at).toISOString(),
    placeLine(shot),
    `WP ${shot.waypoint + 1} NO ${shot.sequence}`,
  ]);
  return picture.encode('jpeg', quality);
}

/** The canvas package is optional: it is missing on platforms it was not built for. */
export async function loadCanvas(): Promise<typeof import('@napi-rs/canvas') | null> {
  try {
    return await import('@napi-rs/canvas');
  } catch {
    return null;
  }
}

/** Eight by eight grey points: the frame of an aircraft whose camera sees nothing. */
export const blankPhoto: Uint8Array = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q==',
  'base64',
);
