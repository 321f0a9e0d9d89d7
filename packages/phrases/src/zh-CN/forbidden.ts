/** The page that says what is missing. */
export const forbidden = {
  'forbidden.title': '您没有访问此页面的权限',
  'forbidden.missing': '缺少的权限',
  'forbidden.address': '访问地址',
  'forbidden.who': '谁可以授权',
  'forbidden.whoText': '{organisation}的组织管理员可以在角色管理中授予您此权限。',
  'forbidden.signedInAs': '当前账号',
  'forbidden.back': '返回首页',
} as const;
