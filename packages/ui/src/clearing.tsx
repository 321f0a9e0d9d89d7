import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { useUiTexts } from './ui-texts.tsx';

/** The button that takes a choice back, for `allowClear`: Ant Design names it in English whatever the language. */
export const useClearing = (): { clearIcon: ReactNode; label: string } => ({
  clearIcon: <Icon name="close" size={12} />,
  label: useUiTexts().clear,
});
