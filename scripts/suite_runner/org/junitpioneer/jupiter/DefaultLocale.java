package org.junitpioneer.jupiter;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stand-in for junit-pioneer's annotation, which Debian does not package: a test under this default locale. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@ExtendWith(Defaults.class)
public @interface DefaultLocale {
    String language();

    String country() default "";
}
