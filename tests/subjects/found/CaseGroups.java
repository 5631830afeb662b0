/* Found by scripts/fuzz.py: a variable among the case groups, and javac 17 lost the pattern variable (VerifyError). */
public class CaseGroups {
    Object value = 3;

    int statement(int a) {
        if (!(value instanceof String text)) {
            switch (a) {
                case 2:
                    a += 5;
                    break;
                default:
                    a++;
            }
            return a;
        }
        return text.length();
    }

    int expression(int a) {
        if (!(value instanceof String text)) {
            return 1 + switch (a) {
                case 2:
                    log(a);
                    yield a;
                case 3:
                    for (int i = 0; i < a; i++) log(i);
                    yield 4;
                default:
                    yield 2;
            };
        }
        return text.length();
    }

    int operand(int a) {
        boolean found = !(value instanceof String text) && log(switch (a) {
            case 2:
                log(a);
                yield 1;
            default:
                yield 2;
        }) > 1;
        return found ? 1 : 0;
    }

    static int log(int n) {
        System.out.print(n + " ");
        return n;
    }

    public static void main(String[] args) {
        CaseGroups groups = new CaseGroups();
        for (int a = 1; a < 5; a++) {
            System.out.println(groups.statement(a) + " " + groups.expression(a) + " " + groups.operand(a));
        }
        groups.value = "text";
        System.out.println(groups.statement(2) + groups.expression(3) + groups.operand(2));
    }
}
