/** Who is signed in, and how. */
export const session = {
  'session.title': '登录会话',
} as const;
