import { ConfigProvider, theme } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { antdTheme } from './antd-theme.ts';
import { themeVariables } from './tokens.ts';

const dark = { display: 'contents', colorScheme: 'dark', ...themeVariables('dark') } as CSSProperties;

/** What stands on a picture stands on black in both looks: texts, symbols and controls take the dark one there. */
export function OnPicture({ children }: { children: ReactNode }): ReactNode {
  const { token } = theme.useToken();
  return (
    <ConfigProvider theme={antdTheme('dark', token.motion)}>
      <div style={dark}>{children}</div>
    </ConfigProvider>
  );
}
