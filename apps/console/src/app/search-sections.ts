import { searchPages } from '@eyrie/domain';
import type { IconName } from '@eyrie/ui';
import { useNavigate } from 'react-router';
import { addressOf, type FoundGroup } from '../modules/search/index.ts';
import { useFigures } from '../platform/figures.ts';
import { useSession } from '../platform/session.ts';
import { useText } from '../platform/text.tsx';
import { menuGroups } from './menu-pages.ts';
import { useOfferedCockpit } from './own-cockpit.ts';
import { foundPages } from './page-search.rules.ts';
import { pageOf } from './pages.ts';
import { useShellCommands, type FoldedMenu } from './shell-commands.ts';

export interface SearchOption {
  key: string;
  icon: IconName;
  name: string;
  /** What distinguishes it from others of the name. */
  facts: readonly string[];
  opensWindow?: true;
  run: () => void;
}
export interface SearchSection {
  key: string;
  title: string;
  options: readonly SearchOption[];
  /** There are more than are shown. */
  more: boolean;
}

const usePages = (written: string): SearchOption[] => {
  const text = useText();
  const navigate = useNavigate();
  const permitted = useSession((session) => session.menu);
  const pages = menuGroups(permitted, useOfferedCockpit()).flatMap((each) => each.pages);
  return foundPages(
    written,
    pages.map((page) => ({ page, path: page.path, name: text(page.titleId) })),
  ).map(({ page: { path, icon = 'chart', opensWindow }, name }) => ({
    key: path,
    icon,
    name,
    facts: [],
    ...(opensWindow ? { opensWindow } : {}),
    run: () => {
      if (opensWindow) window.open(`#${path}`, '_blank', 'noopener');
      else void navigate(path);
    },
  }));
};

const useRecords = (groups: readonly FoundGroup[]): SearchSection[] => {
  const text = useText();
  const figures = useFigures();
  const navigate = useNavigate();
  const permitted = useSession((session) => session.menu);
  return groups.map(({ kind, list, more }) => ({
    key: kind,
    title: text(`search.kind.${kind}`),
    more,
    options: list.flatMap(({ oid, name, sn, place, at }) => {
      const address = addressOf(kind, oid, permitted);
      if (address === null) return [];
      return {
        key: `${kind} ${oid}`,
        icon: pageOf(searchPages[kind].at(-1) ?? '')?.icon ?? 'list',
        name: name ?? text('search.byHand'),
        facts: [sn, place, at === null ? null : figures.time(at)].filter((fact) => fact !== null),
        run: () => void navigate(address),
      };
    }),
  }));
};

/** What the search offers: pages, what the shell does, and records, each under its heading. */
export const useSections = (
  written: string,
  groups: readonly FoundGroup[],
  menu: FoldedMenu,
): SearchSection[] => {
  const text = useText();
  const pages = usePages(written);
  const commands = foundPages(written, useShellCommands(menu)).map(({ path, ...command }) => ({
    ...command,
    key: path,
    facts: [],
  }));
  const records = useRecords(groups);
  return [
    { key: 'pages', title: text('search.pages'), options: pages, more: false },
    { key: 'commands', title: text('search.commands'), options: commands, more: false },
    ...records,
  ].filter(({ options }) => options.length > 0);
};
