export { RouteDrawer } from './route-drawer.tsx';
export { RouteImport } from './route-import.tsx';
export { RoutePreview } from './route-preview.tsx';
export { RouteRename } from './route-rename.tsx';
export { RouteTable } from './route-table.tsx';
export {
  saveRouteFile,
  useRoute,
  useRouteRemove,
  useRoutes,
  useRouteSearch,
  type ReadRoute,
  type RouteFilters,
} from './route.queries.ts';
