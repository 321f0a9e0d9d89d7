export { RouteDrawer } from './route-drawer.tsx';
export { RouteFigures } from './route-figures.tsx';
export { RouteImport } from './route-import.tsx';
export { RouteMap } from './route-map.tsx';
export { RoutePreview } from './route-preview.tsx';
export { RouteProfile } from './route-profile.tsx';
export { RouteRename } from './route-rename.tsx';
export { RouteTable } from './route-table.tsx';
export { RouteWarnings } from './route-warnings.tsx';
export {
  saveRouteFile,
  useRoute,
  useRouteRemove,
  useRoutes,
  useRouteSearch,
  type ReadRoute,
  type RouteFilters,
} from './route.queries.ts';
