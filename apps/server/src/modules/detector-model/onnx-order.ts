import type { ModelFault, ModelManifest } from '@eyrie/domain';
import type { Placing, SeenBox } from './boxes.ts';

/** A model on our disk, and the photo that it is to look at; null: only whether it can be used. */
export interface ModelOrder {
  modelPath: string;
  /** SHA-256 of the file: one that is loaded already is not loaded again. */
  modelHash: string;
  manifest: ModelManifest;
  photoPath: string | null;
}

/** The same for the thread of the runtime, with the numbers of the photo. */
export interface ThreadOrder extends ModelOrder {
  photo: { tensor: Float32Array; placing: Placing } | null;
}

/** What a model saw; never thrown for what is against the model or the photo. */
export interface ModelAnswer {
  fault: ModelFault | null;
  /** As the runtime says it, for whoever made the model. */
  detail: string;
  boxes: SeenBox[];
  /** Pixels of the upright photo; null: none was read. */
  picture: { width: number; height: number } | null;
  /** ms of the model alone. */
  took: number;
}
