import type { ListDeps } from '../../platform/list/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { ReadGround, ReadSurface } from './route.ground.ts';
import type { RouteMaker, RouteParser, VectorParser } from './route-parser.ts';

export interface RouteDeps extends ListDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime' | 'clock'>;
  department: ListDeps['department'] & Pick<DepartmentRoom, 'find' | 'requireVisible' | 'holdStanding'>;
  objects: Objects;
  parser: RouteParser;
  maker: RouteMaker;
  vectorParser: VectorParser;
  /** Terrain as far as a reader sees it. */
  ground: ReadGround;
  /** What stands on the ground as far as a reader sees the layers that say so. */
  surface: ReadSurface;
}
