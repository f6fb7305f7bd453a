import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './Button.module.css';
import { classes } from './classes';

/** `accent` is for the one action of a screen that matters; everything else is `primary`, `outline` or `quiet`. */
export type ButtonVariant = 'accent' | 'primary' | 'outline' | 'quiet' | 'inverse';
type Look = { variant?: ButtonVariant; size?: 'md' | 'sm'; wide?: boolean; icon?: ReactNode };

function look({ variant = 'primary', size = 'md', wide = false }: Look, className?: string): string {
  return classes(styles['button'], styles[variant], styles[size], wide && styles['wide'], className);
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean };

/** While `busy` it is disabled and says that it is loading. */
export function Button({ variant, size, wide, icon, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || disabled}
      className={look({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className)}
    >
      {icon}
      {busy ? t('loading') : children}
    </button>
  );
}

type ButtonLinkProps = Look & ComponentProps<typeof Link>;

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={look({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className)}>
      {icon}
      {children}
    </Link>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  label: string;
  children: ReactNode;
  raised?: boolean;
};

/** A round button that holds an icon alone, hence a name. */
export function IconButton({ label, raised = false, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classes(styles['iconButton'], raised && styles['raised'], className)}
    >
      {children}
    </button>
  );
}
