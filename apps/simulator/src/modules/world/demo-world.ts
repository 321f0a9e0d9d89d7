import { demoSeed } from './products.ts';
import { createWorld } from './world.ts';

/** The world of the demo. */
export const demoWorld = createWorld(demoSeed);
