import type { GroupNumbers } from './merge-group-text.ts';
import type { FileLines } from './merge-lines.ts';
import type { WpmlWaypoint } from './route.ts';

/** What is merged into a document of a file. */
export interface Merging extends FileLines {
  /** The document as it was. */
  readonly text: string;
  /** With which the file begins the names of the route namespace. */
  readonly prefix: string;
  readonly mainPosition: string;
  /** The waypoints that the plan was read of, by their place in the file. */
  readonly read: readonly WpmlWaypoint[];
  readonly numbers: GroupNumbers;
}
