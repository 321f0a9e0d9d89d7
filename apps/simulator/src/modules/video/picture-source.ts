import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import {
  burnIn,
  cameraOf,
  drawDock,
  drawFaults,
  drawInside,
  drawGround,
  drawSky,
  drawThermal,
  loadLand,
  placeLine,
  type Land,
} from '../gimbal/index.ts';
import { openingOf } from '../drone/index.ts';
import type { Scene } from './scene.ts';

type CanvasPackage = typeof import('@napi-rs/canvas');

/** Pieces of land that are painted between two pictures: no picture waits for more. */
const piecesAFrame = 2;

/** Draws what a camera sees into one canvas, again and again. */
export class PictureSource {
  private readonly pack: CanvasPackage;
  private canvas: Canvas | null = null;
  /** Null until it is there: no picture waits for it. */
  private land: Land | null = null;
  private asked = false;

  constructor(pack: CanvasPackage) {
    this.pack = pack;
  }

  private drawBelow(brush: SKRSContext2D, width: number, height: number, seen: Scene): void {
    const opening = openingOf(seen.view ? 'view' : seen.lens, seen);
    const scene = { ...seen, opening };
    if (seen.lens === 'ir' && !seen.view) return drawThermal(brush, width, height, scene);
    this.drawGround(brush, width, height, scene);
    drawFaults(brush, width, height, scene, scene.faults);
  }

  private drawGround(
    brush: SKRSContext2D,
    width: number,
    height: number,
    scene: Scene & { opening: number },
  ): void {
    if (this.land?.drawLand(brush, width, height, scene)) {
      drawSky(brush, width, cameraOf(width, height, scene).horizon);
      this.land.paintLand(piecesAFrame);
      return;
    }
    drawGround(brush, width, height, scene);
    if (scene.overWorld && !this.asked) {
      this.asked = true;
      void loadLand().then((land) => {
        this.land = land;
      });
    }
  }

  /** RGBA of the scene as it is at `now` (epoch ms). */
  draw(scene: Scene, width: number, height: number, now: number): Uint8Array {
    if (!this.canvas || this.canvas.width !== width || this.canvas.height !== height)
      this.canvas = this.pack.createCanvas(width, height);
    const brush = this.canvas.getContext('2d');
    if (scene.camera === 'dock' && scene.inside) drawInside(brush, width, height, scene);
    else if (scene.camera === 'dock') drawDock(brush, width, height, scene);
    else this.drawBelow(brush, width, height, scene);
    burnIn(brush, width, [new Date(now).toISOString(), placeLine(scene), scene.label]);
    const data = this.canvas.data();
    // The codec takes a plain Uint8Array only, not a Buffer.
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
}
