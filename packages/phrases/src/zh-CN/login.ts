/** Signing in, and the first change of password. */
export const login = {
  'login.title': '登录',
  'login.account': '账号',
  'login.password': '密码',
  'login.showPassword': '显示密码',
  'login.hidePassword': '隐藏密码',
  'login.capsLock': '大写锁定已开启',
  'login.captcha': '验证码',
  'login.captchaPicture': '验证码图片，点击更换',
  'login.remember': '30 天内保持登录',
  'login.submit': '登录',
  'login.submitting': '正在登录…',
  'login.wait': '{seconds} 秒后可重试',
  'login.noTls':
    '当前为未加密的 HTTP 连接，登录需要 TLS（https）。请通过 https 地址访问，否则密码可能被窃听。',
  'login.wanted': '登录后将返回您要访问的页面',
  'login.ended': '登录已失效，请重新登录',
  'login.codeSpent': '登录链接已失效，请用账号登录',
  'login.mustChange': '首次登录须修改初始密码',
  'login.changed': '密码已修改，其他登录已退出',
  'login.signOut': '退出登录',
} as const;
