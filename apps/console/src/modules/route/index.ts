export { routeList } from './route-list.tsx';
export { RoutePreview } from './route-preview.tsx';
export { useRoute, useRouteSearch } from './route.queries.ts';
export { OpenEditor } from './editor/open-editor.tsx';
export { RouteKinds } from './new-route.tsx';
export { madeForDock, planDocks } from './editor/plan-docks.ts';
export { routeTemplateList } from './template/template-list.tsx';
export { sourceOf, viewAddress } from './editor/plan-source.ts';
export { ViewForm } from './view/view-form.tsx';
