import {
  routeTemplateCalls,
  routeTemplateFields as fields,
  routeTypes,
  type RouteTemplate,
} from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import {
  choices,
  columnsOf,
  editBy,
  labelsOf,
  listRoom,
  wordsOf,
  removeBy,
} from '../../../platform/list/index.ts';
import { useText } from '../../../platform/text.tsx';
import { beginWith } from './begin-with.tsx';

const contentOf = ({ placed }: RouteTemplate) =>
  placed ? ('routeTemplate.placed' as const) : ('routeTemplate.unplaced' as const);

function About({ template }: { template: RouteTemplate }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <p className="route-drawer-about ey-flow ey-muted">
      <bdi>{text(`route.type.${template.type}`)}</bdi>
      <bdi>{text(contentOf(template))}</bdi>
      <bdi>{template.groupName}</bdi>
      <bdi>{template.createdBy}</bdi>
      <bdi>{figures.time(template.createdAt)}</bdi>
      {template.remark ? <bdi>{template.remark}</bdi> : null}
    </p>
  );
}

const templateForm = {
  word: 'routeTemplate',
  fields: wordsOf(fields),
  saved: 'routeTemplate.renamed',
} as const;

/** Templates of routes: begin a route with one, rename, delete. */
export const routeTemplateList = listRoom({
  word: 'routeTemplate',
  title: 'routeTemplate.title',
  icon: 'route',
  calls: routeTemplateCalls,
  labels: labelsOf(fields),
  filters: {
    keyword: { kind: 'search', label: 'routeTemplate.search' },
    type: {
      kind: 'choice',
      label: 'route.type',
      any: 'routeTemplate.anyType',
      options: choices(routeTypes, 'route.type'),
    },
    sort: {
      kind: 'sort',
      label: 'route.sort',
      otherwise: '-createdAt',
      options: {
        '-createdAt': 'route.sort.newest',
        createdAt: 'route.sort.oldest',
        name: 'route.sort.name',
      },
    },
  },
  none: 'routeTemplate.none',
  noneFound: 'routeTemplate.noneFound',
  nameOf: ({ name }) => name,
  minWidth: 1000,
  actionsWidth: 130,
  columns: ({ text, figures }) => [
    ...columnsOf<RouteTemplate>({ name: fields.name }, { text, figures }),
    { title: text('route.type'), width: 140, render: (_, { type }) => text(`route.type.${type}`) },
    {
      title: text('routeTemplate.contains'),
      width: 200,
      render: (_, template) => text(contentOf(template)),
    },
    {
      title: text('route.createdBy'),
      fold: 1,
      width: 130,
      ellipsis: true,
      render: (_, { createdBy }) => <bdi>{createdBy}</bdi>,
    },
    {
      title: text('field.createdAt'),
      fold: 2,
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'route',
      label: 'routeTemplate.use',
      main: true,
      right: 'route:edit',
      run: beginWith,
    },
    editBy(templateForm, routeTemplateCalls.edit, 'routeTemplate.rename'),
    removeBy(routeTemplateCalls.remove),
  ],
  removal: { title: 'routeTemplate.deleteTitle', done: 'routeTemplate.deleted' },
  drawer: {
    title: 'routeTemplate.details',
    width: 480,
    actions: true,
    content: (template) => <About template={template} />,
  },
});
