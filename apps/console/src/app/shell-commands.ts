import { languages } from '@eyrie/phrases';
import type { IconName } from '@eyrie/ui';
import { useLocation } from 'react-router';
import { chooseLanguage, useLanguage } from '../platform/language.ts';
import { mayLeave } from '../platform/leaving.ts';
import { signOut } from '../platform/session.ts';
import { useText } from '../platform/text.tsx';
import { chooseTheme, useTheme } from '../platform/theme.ts';

interface ShellCommand {
  /** Found by this English word as well. */
  path: string;
  icon: IconName;
  name: string;
  run: () => void;
}

/** The menu of the shell, which its search folds and unfolds. */
export interface FoldedMenu {
  folded: boolean;
  onFold: () => void;
}

/** What the shell does, beside opening pages: the same as by the buttons of its header. */
export const useShellCommands = ({ folded, onFold }: FoldedMenu): ShellCommand[] => {
  const text = useText();
  const { pathname } = useLocation();
  const language = useLanguage((state) => state.language);
  const other = useTheme((state) => state.theme) === 'dark' ? 'light' : 'dark';
  return [
    {
      path: 'theme',
      icon: other === 'light' ? 'sun' : 'moon',
      name: text(other === 'light' ? 'shell.toLight' : 'shell.toDark'),
      run: () => chooseTheme(other),
    },
    ...languages
      .filter((each) => each !== language)
      .map((each) => ({
        path: `language ${each}`,
        icon: 'language' as const,
        name: `${text('app.language')}: ${text(`language.${each}`)}`,
        run: () => void chooseLanguage(each),
      })),
    {
      path: 'menu',
      icon: 'fold',
      name: text(folded ? 'shell.expand' : 'shell.collapse'),
      run: onFold,
    },
    {
      path: 'sign out',
      icon: 'lock',
      name: text('login.signOut'),
      run: () => void mayLeave(pathname).then((agreed) => (agreed ? signOut() : undefined)),
    },
  ];
};
